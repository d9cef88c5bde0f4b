/** How a page is written, logical or physical: `21·3` is page 3 of block 21. */
export const pageName = (page: number, pages_per_block: number): string =>
  `${Math.floor(page / pages_per_block)}·${page % pages_per_block}`;
