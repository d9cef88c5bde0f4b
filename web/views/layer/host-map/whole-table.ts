/** Where the whole table is in memory: how large it is, and what that means for the size of the device. */

import { bytes, count, significant } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setText } from '../../../ui/dom';
import { titled } from '../../stage-kit/part';
import type { HostMapPicture } from './model';
import { PAGE_ENTRY_BYTES } from './names';

export function wholeTable(): Display<[picture: Pick<HostMapPicture, 'logical_pages' | 'document'>]> {
  const { element, body } = titled('host-whole', 'The whole table is in memory');
  const size = h('b', { class: 'host-whole-size' });
  const words = h('p', {});
  body.append(h('p', {}, size), words);
  return {
    element,
    show({ logical_pages, document }) {
      const table = logical_pages * PAGE_ENTRY_BYTES;
      setText(size, bytes(table));
      const page = pageBytes(document);
      const each =
        page === null ? '' : `: ${significant((PAGE_ENTRY_BYTES * 1024) / page, 3)} KiB for each MiB of data`;
      setText(
        words,
        `${count(logical_pages)} entries of ${PAGE_ENTRY_BYTES} bytes${each}. Every look-up is answered at once; twice the device takes twice the memory.`,
      );
    },
  };
}

function pageBytes(document: HostMapPicture['document']): number | null {
  const device = document.device;
  const page = typeof device === 'object' && device !== null && 'page_bytes' in device ? device.page_bytes : null;
  return typeof page === 'number' && page > 0 ? page : null;
}
