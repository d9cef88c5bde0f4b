/** What is cut off, covered or out of reach on the page, in words. */

import type { Page } from '@playwright/test';

/** Glyphs reach a little beyond their boxes, and widths are rounded. */
const TOLERANCE_PX = 2;

export const cutOff = (page: Page, root = 'body'): Promise<string[]> =>
  page.evaluate(
    ([selector, tolerance]) => {
      const found: string[] = [];
      const scope = document.querySelector(selector) ?? document.body;
      const words = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 60);
      const isSeen = (element: Element): boolean =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !element.closest('.visually-hidden, [hidden], dialog:not([open])');
      /** Whether the rest can be reached: by scrolling, or in a title that pointing at it brings. */
      const isReachable = (element: Element): boolean => {
        element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        return element.closest('[title]') !== null;
      };
      interface Line {
        node: Text;
        element: Element;
        box: DOMRect;
      }
      /** The innermost box around an element that cuts what is beyond it. */
      const cutterOf = (element: Element): Element | null => {
        for (let around: Element | null = element; around; around = around.parentElement) {
          const { overflowX, position } = getComputedStyle(around);
          const is_inner_svg = around instanceof SVGElement && !(around instanceof SVGSVGElement);
          if (!is_inner_svg && overflowX !== 'visible') return around;
          if (position === 'fixed') return null;
        }
        return null;
      };
      const lines: Line[] = [];
      const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!element || !node.textContent?.trim() || element.closest('option, title, desc, style') || !isSeen(element))
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects())
          if (box.width > 0 && box.height > 0) lines.push({ node: node as Text, element, box });
      }

      const linesOf = (range: Range): number =>
        new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      for (const node of new Set(lines.map((line) => line.node))) {
        const range = document.createRange();
        range.selectNodeContents(node);
        if (linesOf(range) < 2) continue;
        // Paths, numbers of files and long names are no words: they may be broken.
        for (const { 0: word, index } of node.data.matchAll(/(?<!\S)\p{L}{3,14}(?=[,.;:]?(\s|$))/gu)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (linesOf(range) > 1) found.push(`“${word}” is broken between its letters`);
        }
      }

      const page_width = document.documentElement.clientWidth;
      if ((document.scrollingElement?.scrollWidth ?? 0) > page_width + 1)
        found.push(`the page scrolls sideways: ${document.scrollingElement?.scrollWidth} of ${page_width} px`);

      const shown: Line[] = [];
      for (const { node, element, box } of lines) {
        const cutter = cutterOf(element);
        const edge = cutter?.getBoundingClientRect();
        const left = Math.max(box.left, edge?.left ?? box.left);
        const right = Math.min(box.right, edge?.right ?? box.right);
        if (right > left) shown.push({ node, element, box: new DOMRect(left, box.top, right - left, box.height) });
        const beyond = box.width - Math.max(0, right - left);
        if (!cutter || beyond <= tolerance || /auto|scroll/.test(getComputedStyle(cutter).overflowX)) continue;
        if (!isReachable(cutter)) found.push(`“${words(node.data)}” is cut by ${Math.round(beyond)} px`);
      }

      /** Boxes of letters alone: lines may stand close. */
      const core = ({ left, right, top, bottom, height }: DOMRect) => ({
        left,
        right,
        top: top + height * 0.22,
        bottom: bottom - height * 0.22,
      });
      const by_frame = new Map<Element, Line[]>();
      for (const one of shown) {
        const frame =
          one.element.closest('svg, .part-title, .layer-word-list, tr, li, p, header, footer, nav, .transport') ??
          scope;
        by_frame.set(frame, [...(by_frame.get(frame) ?? []), one]);
      }
      for (const group of by_frame.values()) {
        for (const [at, one] of group.entries()) {
          for (const other of group.slice(at + 1)) {
            if (one.node === other.node) continue;
            const [a, b] = [core(one.box), core(other.box)];
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > tolerance && high > tolerance)
              found.push(`“${words(one.node.data)}” lies on “${words(other.node.data)}”`);
          }
        }
      }
      return [...new Set(found)];
    },
    [root, TOLERANCE_PX] as const,
  );
