/** Words that end in an ellipsis are told whole to whoever points at them or comes to them by keys. */

const ELLIPSIS = '.part-words, .panel-figure, .part-title small';

/** For all of the page, now and later. */
export function tellCutText(root: Document): void {
  const tell = ({ target }: Event): void => {
    const found = target instanceof Element ? target.closest<HTMLElement>(ELLIPSIS) : null;
    for (let each = found; each; each = each.parentElement?.closest<HTMLElement>(ELLIPSIS) ?? null) {
      const is_cut = each.scrollWidth > each.clientWidth;
      if (is_cut) each.title = each.textContent?.trim() ?? '';
      else each.removeAttribute('title');
    }
  };
  root.addEventListener('pointerover', tell);
  root.addEventListener('focusin', tell);
}
