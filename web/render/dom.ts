/** Short ways to make elements. */

type Attributes = Record<string, string | number | null>;

function assign<E extends Element>(made: E, attributes: Attributes, children: readonly (Node | string)[]): E {
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** An HTML element; attributes that are null are left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  return assign(document.createElement(tag), attributes, children);
}

/** An SVG element; attributes that are null are left out. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  return assign(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}
