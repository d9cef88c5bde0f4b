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
      const textNodes: { node: Text; element: Element; box: DOMRect }[] = [];
      const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!element || !node.textContent?.trim() || element.closest('option, title, desc, style') || !isSeen(element))
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width > 0 && box.height > 0) textNodes.push({ node: node as Text, element, box });
      }

      const page_width = document.documentElement.clientWidth;
      if ((document.scrollingElement?.scrollWidth ?? 0) > page_width + 1)
        found.push(`the page scrolls sideways: ${document.scrollingElement?.scrollWidth} of ${page_width} px`);

      for (const { node, element, box } of textNodes) {
        for (let around: Element | null = element; around; around = around.parentElement) {
          const style = getComputedStyle(around);
          const is_svg = around instanceof SVGSVGElement;
          if (around instanceof SVGElement && !is_svg) continue;
          if (style.overflowX === 'visible') {
            if (style.position === 'fixed') break;
            continue;
          }
          const edge = around.getBoundingClientRect();
          const beyond = Math.max(edge.left - box.left, box.right - edge.right);
          if (/auto|scroll/.test(style.overflowX)) break;
          if (beyond > tolerance && !isReachable(around)) {
            found.push(`“${words(node.data)}” is cut by ${Math.round(beyond)} px`);
            break;
          }
        }
      }

      /** Boxes of letters alone: lines may stand close. */
      const core = ({ left, right, top, bottom, height }: DOMRect) => ({
        left,
        right,
        top: top + height * 0.22,
        bottom: bottom - height * 0.22,
      });
      const by_frame = new Map<Element, typeof textNodes>();
      for (const one of textNodes) {
        const frame =
          one.element.closest('svg, .part-title, .layer-word-list, tr, li, p, header, footer, nav') ?? scope;
        by_frame.set(frame, [...(by_frame.get(frame) ?? []), one]);
      }
      for (const group of by_frame.values()) {
        for (const [at, one] of group.entries()) {
          for (const other of group.slice(at + 1)) {
            if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
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
