/** Making elements: `h('button', { class: 'primary', onclick: run }, 'Play')`. */

type Child = Node | string | number | null | undefined | false | readonly Child[];

/** Attributes by name; `on…` functions become listeners, `true` an empty attribute; `false`, `null` leave it out. */
export type Attributes = Readonly<Record<string, unknown>>;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

const SVG = 'http://www.w3.org/2000/svg';

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Sets or removes one attribute, by the rules of `Attributes`. */
export function setAttribute(element: Element, name: string, value: unknown): void {
  if (name.startsWith('on') && typeof value === 'function') {
    element.addEventListener(name.slice(2), value as EventListener);
  } else if (value === false || value === null || value === undefined) {
    element.removeAttribute(name);
    if (name === 'style') written.delete(element);
  } else if (name === 'style' && isStyled(element)) {
    setStyle(element, String(value));
  } else {
    const text = value === true ? '' : String(value);
    // Writing an attribute costs style work even when nothing changes, and views draw often.
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

type Styled = Element & ElementCSSInlineStyle;

const isStyled = (element: Element): element is Styled => 'style' in element;

/** Through the object model, as the page's security policy allows; a style in an attribute it does not. */
function setStyle(element: Styled, text: string): void {
  if (written.get(element) === text) return;
  element.style.cssText = text;
  written.set(element, text);
}

/** Styles as they were last set, since they read back in other words. */
const written = new WeakMap<Element, string>();

/** Writes text only where it differs, so that drawing again costs nothing. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  append(element, children);
  return element;
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child as readonly Child[]);
    else if (child !== null && child !== undefined && child !== false) parent.append(child as Node | string);
  }
}
