/** How large text is as it is seen: in elements, in SVG and on canvas. */

import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What was written on each canvas, with its size in CSS pixels. */
    canvasText?: Map<HTMLCanvasElement, Map<string, number>>;
  }
}

/** To be called before the page is opened: notes what is written on canvases. */
export async function noteCanvasText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const written = new Map<HTMLCanvasElement, Map<string, number>>();
    window.canvasText = written;
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      const { canvas } = this;
      const shown = canvas.clientHeight / canvas.height;
      const px = Number(/([\d.]+)px/.exec(this.font)?.[1]) * this.getTransform().d * shown;
      // Nobody sees what is written while a canvas has no height yet.
      if (canvas.isConnected && text.trim() && shown > 0) {
        const on = written.get(canvas) ?? new Map<string, number>();
        written.set(canvas, on.set(text, px));
      }
      return fillText.call(this, text, ...rest);
    };
  });
}

/** What was written on canvases so far does not count. */
export const forgetCanvasText = (page: Page): Promise<void> => page.evaluate(() => window.canvasText?.clear());

/** All text in sight that is smaller than `least_px`, each with its size. */
export const textBelow = (page: Page, least_px: number): Promise<string[]> =>
  page.evaluate((least) => {
    const small: string[] = [];
    const tell = (text: string, px: number): void => {
      if (px < least - 0.01) small.push(`${px.toFixed(1)} px: ${text}`);
    };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode as Text;
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (!text.data.trim() || parent.closest('.visually-hidden, noscript, script, style')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { width, height } = range.getBoundingClientRect();
      const matrix = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
      const scale = matrix ? Math.hypot(matrix.b, matrix.d) : 1;
      const px = Number.parseFloat(getComputedStyle(parent).fontSize) * scale;
      if (width > 1 && height > 1 && px > 0) tell(text.data.trim(), px);
    }
    for (const [canvas, written] of window.canvasText ?? [])
      if (canvas.isConnected && canvas.checkVisibility())
        for (const [text, px] of written) tell(`${text} (canvas)`, px);
    return small;
  }, least_px);
