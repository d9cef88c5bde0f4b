/** The browser around the page, as commands use it. */

import type { Page } from './commands';
import { rememberTheme } from './preferences';
import type { AppState } from './state';
import { encodeFigureAddress, encodeSweepAddress, encodeUrlState, URL_VERSION } from './url-state';

const TRACE_TYPES = '.csv,.txt,.spc,.trace,.log,.gz,.json,.blktrace,.blkparse,.ascii';
const REVOKE_MS = 10_000;

export function createPage(state: () => AppState): Page {
  return {
    copy: (text) => navigator.clipboard.writeText(text),
    download(name, type, content) {
      const url = URL.createObjectURL(new Blob([content], { type }));
      const anchor = document.createElement('a');
      anchor.href = url;
      anchor.download = name;
      anchor.click();
      // The browser reads the address some time after the click.
      setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
    },
    link: () => linkOf(state(), location.href),
    async fetchFile(path) {
      const response = await fetch(path);
      if (!response.ok) throw new Error(`the server said ${response.status}`);
      return response.blob();
    },
    chooseFile,
    focusDecision() {
      const places = document.querySelectorAll<HTMLElement>('[data-decision]');
      const decision = [...places].find((place) => place.checkVisibility());
      decision?.scrollIntoView({ block: 'nearest' });
      decision?.focus({ preventScroll: true });
    },
    async drawings() {
      const { drawingOf } = await import('./handin/handin');
      const all = [...document.querySelectorAll<SVGSVGElement>('svg[data-drawing]')];
      const seen = all.filter((element) => element.checkVisibility() && element.childElementCount > 0);
      return seen.map((element) => drawingOf(element, element.dataset.drawing ?? ''));
    },
    rememberTheme,
    program: () => ({
      flashlab: state().schema?.core_version ?? 'not loaded',
      link_version: URL_VERSION,
      browser: navigator.userAgent,
    }),
  };
}

/** The address of a state: this page's, without its own switches, and with the state in the hash. */
export function linkOf(state: AppState, href: string): string {
  const url = new URL(href);
  url.search = '';
  url.hash = hashOf(state);
  return url.href;
}

export function hashOf(state: AppState): string {
  const { id, form } = state.figures;
  if (state.screen === 'figures') return encodeFigureAddress({ figure: id, form: form === 'trace' ? 'quick' : form });
  if (state.screen === 'sweep') return encodeSweepAddress(state.sweep);
  const beside = state.beside.map(({ document }) => document);
  return encodeUrlState({ ...state, beside, op: state.frame?.position.op ?? 0 });
}

function chooseFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = TRACE_TYPES;
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}
