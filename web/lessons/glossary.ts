/** What the field's terms mean, in a sentence or two each, for lessons and for all labels of the page; keys in small letters. */

export const GLOSSARY: Readonly<Record<string, string>> = {
  page: 'The unit of reading and programming, a few KiB. It is programmed once after each erase of its block, never overwritten.',
  block: 'Pages that are erased together: 4 in the toy, 64 to some thousands in real flash.',
  program: 'Write a page of flash. It takes several times as long as a read.',
  erase:
    'Make all pages of a block free again, at once. It takes several times as long as a program, and wears the block.',
  lpn: 'Logical page number: the address under which the host knows a page. Where the page is in flash is its physical page number, PPN.',
  ppn: 'Physical page number: a page of flash, told as block and page in the block.',
  'valid page': 'A page of flash that holds the newest version of a logical page.',
  'invalid page':
    'A page of flash whose content has a newer version elsewhere, or is no longer needed. It takes up room until its block is erased.',
  'free page': 'An erased page that was not programmed since.',
  'free block': 'A block of which all pages are free.',
  host: 'The computer that the device is built into, or whatever else writes to it and reads from it.',
  'logical page': 'A page as the host knows it: by its number, the LPN. Its newest version is somewhere in flash.',
  ftl: 'Flash translation layer: what finds the physical page of a logical one, and makes room.',
  'page mapping': 'A translation layer with an entry for each logical page: any page can be anywhere.',
  'block mapping':
    'A translation layer with an entry for each logical block: a page has a fixed place within its block.',
  'garbage collection':
    'Copies the valid pages out of a block and erases it, so that its invalid pages become free ones. Short: GC.',
  victim: 'The block that garbage collection has chosen to empty and erase.',
  greedy: 'A victim policy: the block with the fewest valid pages.',
  fifo: 'A victim policy: the block that was filled first.',
  'd-choices':
    'A victim policy: d blocks are drawn at random, and the one of them with the fewest valid pages is taken.',
  'cost-benefit':
    'A victim policy that weighs the room gained against the copies, and prefers blocks that were left alone for long.',
  'write amplification':
    'Pages programmed for each page that the host writes. It is 1 if nothing else is programmed, and less where rewrites meet in RAM. Short: WA.',
  'over-provisioning':
    'Flash beyond the capacity that the host sees, as a share of that capacity. New versions of pages go there while the old ones still take up room.',
  'open block':
    'The block that takes the pages programmed next. Once it is full, another one is opened, and not before is it emptied or erased.',
  copy: 'Read a valid page and program it elsewhere, so that its block can be erased.',
  'low mark': 'The number of free blocks at which garbage collection begins.',
  'logical block': 'As many consecutive logical pages as a block has pages.',
  'full merge':
    'The newest version of every page of a logical block is copied into a new block, then the old ones are erased.',
  'switch merge': 'A log block that holds a logical block whole and in order takes its place: no page is copied.',
  'partial merge':
    'A log block written in order takes the place of a logical block after the missing pages were copied into it.',
  'log block': 'A block that takes updates in the order in which they come, whichever page they are of.',
  bast: 'A translation layer of Kim and others (2002): block mapping with a few log blocks, each of which takes updates of one logical block.',
  fast: 'A translation layer of Lee and others (2007): block mapping with a few log blocks that all logical blocks share.',
  thrashing:
    'Too few places for too many: each newcomer drives out another that is needed again soon, and hardly anything but moving is done.',
  dftl: 'A translation layer of Gupta, Kim and Urgaonkar (2009): page mapping whose table lies on flash, with the entries in use cached in RAM.',
  'translation page': 'A page of flash that holds a part of the map: the entries of consecutive logical pages.',
  'cached mapping table': 'The map entries that are in RAM at present. Short: CMT.',
  'map miss': 'The entry that is needed is not in RAM: its translation page must be read first.',
  'dirty entry': 'A map entry that was changed in RAM and not yet on flash.',
  'batch update': 'One write of a translation page for all its entries that changed, in place of one for each.',
  'c-lash':
    'A cache of page slots and block slots over flash that is block-mapped for good. It takes the place of a translation layer.',
  'p-space': 'The page slots of C-lash, each for any logical page. The stage calls it page area.',
  'b-space': 'The block slots of C-lash, each for the pages of one logical block. The stage calls it block area.',
  swap: 'In C-lash: the largest set of pages and the pages of the block slot that holds the fewest change places. The flash is not touched.',
  flush: 'Data in RAM is written to flash, and its room in RAM is free again.',
  'least recently used': 'The one that was left alone for the longest time. Short: LRU.',
  'late merge': 'Pages of a block that are missing in RAM are read from flash when the block is flushed.',
  'early merge': 'Pages of a block that are missing in RAM are read from flash when the block gets its block slot.',
  buffer: 'RAM of the device in which written pages wait before they go to flash.',
  group: 'All pages of one logical block that are in the buffer.',
  fab: 'Flash-aware buffer. The group with most pages leaves first.',
  bplru: 'Block padding LRU. The group that was written least recently leaves first.',
  'l-buffer': 'A buffer that weighs the age of groups against their size, and tunes the weight while it runs.',
  density: 'By what l-buffer orders groups. A group that is old and large is the least dense, and leaves first.',
  alpha: 'What l-buffer weighs by: at −1 only the age of a group counts, at 1 only its size.',
  plug: 'Fill the holes of a group with pages read from flash, and write its block whole.',
  lambda: 'Groups with at least this many pages in RAM are plugged, smaller ones are logged.',
  session: 'A stretch of write requests, after which l-buffer sets α and λ anew.',
  rehearsal: 'The buffer simulated on the device with another α. It moves no data, only counts what that would cost.',
  'dual resolution':
    'How a rehearsal knows the sectors of a group: a list of records while they are few, then a bitmap that is coarser.',
  'committed group':
    'What a rehearsal knows of the log: for each logical block one node with the pages first logged, on the log block they are in.',
  'early deletion':
    'With too many nodes, a rehearsal deletes the oldest. Its log block only counts that one more logical block is to be merged.',
  'hot page': 'A page that is written often.',
  'dynamic wear levelling':
    'Of the free blocks, the one with the fewest erases is used next. A block full of cold pages is never free.',
  'static wear levelling':
    'Moves cold pages out of a block that was rarely erased, into a worn one, so that all blocks take part in the wear.',
  'cold page': 'A page that is written rarely or never.',
  nand: 'The kind of flash in SSDs, memory cards and phones: read and programmed by pages, erased by blocks.',
  controller: 'The processor of the device. It takes requests from the host and gives commands to the flash.',
  bus: 'The wires between controller and flash. One page at a time goes over each.',
  channel: 'The bus between controller and some planes. It carries one page at a time.',
  plane: 'A part of the flash that does one thing at a time, with blocks of its own. Planes work side by side.',
  capacitor: 'Keeps the RAM of a device alive long enough, when power fails, to lose nothing that is in it.',
  tail: 'The slowest few of all requests, such as one in a hundred or one in a thousand.',
  percentile: 'The 99th: the time that 99 of 100 requests do not exceed. Short: p99.',
  ttflash: 'Tiny-tail flash, of Yan and others (2017): a device whose reads do not wait for garbage collection.',
  copyback: 'A page is moved from one block of a plane to another without going over the channel.',
  parity:
    'The XOR of some pages, bit by bit: 1 where an odd number of them is 1. With it, any one of them can be computed from the others.',
  stripe: 'Consecutive logical pages, each on another channel, and their parity on one more.',
  'rotating gc': 'Of the planes that a stripe lies on, at most one collects at a time. The others wait for the token.',
  'gc-tolerant flush':
    'Of a stripe that goes to flash, the page for a plane that collects stays in RAM until the plane is free.',
  'open-channel ssd': 'A device that shows its flash as it is. The translation layer runs in the host.',
  pblk: 'The translation layer of Linux for open-channel SSDs, from 2017 to 2021: page mapping with all of the table in the host’s memory.',
  'map block': 'Consecutive entries of the map that are loaded and written together, such as 64 KiB of them.',
  directory: 'A small table, always in memory: for each map block where it is, and how hot.',
  hotness: 'How much a map block was used. The one with the least leaves memory first.',
  lfu: 'Least frequently used: what was used the fewest times leaves first.',
  journal:
    'An area that a file system writes in order, and in a circle, before it writes in place. After a crash it knows from it what was under way.',
  trim: 'The host says that it no longer needs a logical page: its page of flash becomes invalid, and is not copied.',
  'power cut': 'Power fails without warning: what is only in RAM is gone, and a page being programmed is torn.',
  'spare area':
    'Some bytes of each page of flash, for the device itself: which logical page it holds, and its sequence number. Also: out-of-band bytes.',
  'sequence number': 'Counts programs over the whole device. Of two copies of a page, the newer has the higher one.',
  'torn page':
    'A page whose program was cut off, or failed. It cannot be read, and takes up room until its block is erased.',
  acknowledged: 'The host has been told that its write is done.',
  'response time': 'From the arrival of a request to its completion, waiting included.',
  'latency tail': 'The slowest requests: what share of them all takes longer than a given time.',
  p99: 'The 99th percentile: of 100 requests 99 take no longer.',
  ram: 'Memory of the device, here for tables and buffers. Without power it is lost.',
  lane: 'One of up to four devices that run the same requests side by side.',
  candidate: 'What could have been chosen. The rule puts candidates in order and takes the first.',
};

/** How labels on the page spell a term. */
const ALIASES: Readonly<Record<string, string>> = {
  'ampl.': 'write amplification',
  wa: 'write amplification',
  gc: 'garbage collection',
  erases: 'erase',
  'erases per block': 'erase',
  valid: 'valid page',
  invalid: 'invalid page',
  free: 'free page',
  'free blocks': 'free block',
  'translation pages': 'translation page',
  'log blocks': 'log block',
  'page area': 'p-space',
  'block area': 'b-space',
};

/** What a label means that is a term, however it is written; null where the glossary has nothing of it. */
export function meaningOf(label: string): string | null {
  const word = label.trim().toLowerCase();
  const term = Object.hasOwn(ALIASES, word) ? (ALIASES[word] ?? word) : word;
  return Object.hasOwn(GLOSSARY, term) ? (GLOSSARY[term] ?? null) : null;
}
