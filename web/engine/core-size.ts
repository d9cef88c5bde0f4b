/** What loading the core transfers, in words: said by the headline, and by the page before any script runs. */
export const CORE_SIZE = '1.1 MB';
