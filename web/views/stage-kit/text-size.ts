/** Size of small text in a part of the page, in pixels: larger for the presenter. */
export const textSize = (element: Element): number =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue('--t-s')) || 12.5;
