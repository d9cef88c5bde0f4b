/** The browser around the page, as commands use it. */

import { challengeHash } from './challenge/address';
import type { LinkForm, Page } from './command';
import { extentOf } from './lanes/extent';
import { rememberTheme } from './preferences';
import type { AppState } from './state';
import { NO_ANSWER, UnloadedError } from './unloaded';
import {
  encodeFigureAddress,
  encodeLessonAddress,
  encodeSweepAddress,
  encodeTraceAddress,
  encodeUrlState,
  encodeWayBack,
  URL_DEFAULTS,
  URL_VERSION,
} from './url-state';

const TRACE_TYPES = '.csv,.txt,.spc,.trace,.log,.gz,.zst,.zip,.tar,.tgz,.json,.blktrace,.blkparse,.ascii,.vscsi,.bin';
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
    link: (form) => linkOf(state(), location.href, form),
    async fetchFile(path) {
      const response = await fetch(path).catch(() => {
        throw new UnloadedError(`${path}: ${NO_ANSWER}`);
      });
      if (!response.ok) throw new UnloadedError(`${path}: the server said ${response.status}`);
      return response.blob();
    },
    chooseFile,
    focusDecision() {
      const places = document.querySelectorAll<HTMLElement>('[data-decision]');
      const decision = [...places].find((place) => place.checkVisibility());
      decision?.scrollIntoView({ block: 'nearest' });
      decision?.focus({ preventScroll: true });
    },
    // An address may ask for none, `motion=0`: what is to be pictured stands still.
    motion: () =>
      new URLSearchParams(location.search).get('motion') !== '0' &&
      !matchMedia('(prefers-reduced-motion: reduce)').matches,
    async drawings() {
      const { drawingOf } = await import('./export/export');
      const all = [...document.querySelectorAll<SVGSVGElement>('svg[data-drawing]')];
      const seen = all.filter((element) => element.checkVisibility() && element.childElementCount > 0);
      return seen.map((element) => drawingOf(element, element.dataset.drawing ?? ''));
    },
    pictured,
    async picture() {
      const { pictureOf } = await import('./export/picture');
      return pictureOf(pictured());
    },
    rememberTheme,
    program: () => ({
      flashlab: state().schema?.core_version ?? 'not loaded',
      link_version: URL_VERSION,
      browser: navigator.userAgent,
    }),
  };
}

const pictured = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-picture]')].filter((element) => element.checkVisibility());

const MOMENT: LinkForm = { moment: true, embedded: false };

/** The address of a state: this page's, without its own switches, and with the state in the hash. */
export function linkOf(state: AppState, href: string, { moment, embedded }: LinkForm = MOMENT): string {
  const url = new URL(href);
  url.search = embedded ? '?embed=1' : '';
  const left_lesson = embedded ? null : state.left_lesson;
  url.hash = hashOf({ ...state, left_lesson }, moment ? (state.frame?.position.op ?? 0) : URL_DEFAULTS.op);
  return url.href;
}

export function hashOf(state: AppState, op = state.frame?.position.op ?? 0): string {
  const { id, form } = state.figures;
  if (state.screen === 'figures') return encodeFigureAddress({ figure: id, form: form === 'trace' ? 'quick' : form });
  if (state.screen === 'sweep') return encodeSweepAddress(state.sweep);
  const { report, device, window } = state.trace_view;
  if (state.screen === 'trace') return encodeTraceAddress({ name: report?.name ?? '', device, window });
  if (state.screen === 'challenge') return challengeHash(state.challenge);
  if (state.lesson) {
    const { lesson, packed, step } = state.lesson;
    return encodeLessonAddress({ id: lesson.id, packed, step });
  }
  const beside = state.beside.map(({ document }) => document);
  const stands = extentOf(state)?.request ?? 0;
  const request = op > 0 && stands > (state.frame?.position.request ?? 0) ? stands : null;
  return encodeUrlState({ ...state, beside, op, request }) + wayBackOf(state);
}

function wayBackOf({ left_lesson }: AppState): string {
  if (!left_lesson) return '';
  const { lesson, packed, step } = left_lesson;
  return encodeWayBack({ id: lesson.id, packed, step });
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
