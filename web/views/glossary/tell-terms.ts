/** Labels that are terms of the field say what they mean when pointed at or come to by keys. The glossary is loaded with the first. */

const LABELS = 'h2, h3, th, dt, label, button, [data-term]';

/** For all of the page, now and later. A label's term is its first words, or what `data-term` says. A title of its own stays. */
export function tellTerms(root: Document): void {
  const told = new WeakSet<HTMLElement>();
  const tell = async ({ target }: Event): Promise<void> => {
    const label = target instanceof Element ? target.closest<HTMLElement>(LABELS) : null;
    if (!label || (label.title && !told.has(label))) return;
    const glossary = await import('../../lessons/glossary').catch(() => null);
    if (!glossary) return;
    told.add(label);
    label.title = glossary.meaningOf(label.dataset.term ?? firstWords(label)) ?? '';
  };
  root.addEventListener('pointerover', tell);
  root.addEventListener('focusin', tell);
}

const firstWords = (element: Element): string =>
  document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()?.textContent ?? '';
