import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connect, Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { SHEET_STYLE } from './web/app/worksheet/sheet-style.ts';
import { CORE_SIZE } from './web/engine/core-size.ts';
import { headOf } from './web/lessons/front-matter.ts';
import { isKept, pathFromPage } from './web/offline/kept-files.ts';
import { WORKER_FILE } from './web/offline/messages.ts';

const projectDirectory = fileURLToPath(new URL('.', import.meta.url));
const keptDirectory = fileURLToPath(new URL('public/figures/', import.meta.url));
const traceDirectory = fileURLToPath(new URL('traces/', import.meta.url));
const noticeDirectory = fileURLToPath(new URL('.tools/notices/', import.meta.url));
const isTraceFile = (name: string): boolean => /^[^/\\]+\.(gz|csv|json)$/.test(name);

const lessonDirectory = fileURLToPath(new URL('public/lessons/', import.meta.url));

/** The heads of all lessons, in their order: the start page lists lessons without reading them. */
const lessonHeads = () =>
  readdirSync(lessonDirectory)
    .filter((name) => name.endsWith('.md'))
    .map((name) => headOf(name.slice(0, -'.md'.length), readFileSync(lessonDirectory + name, 'utf8')))
    .sort((one, other) => one.order - other.order)
    .map(({ order: _, ...head }) => head);

/** Makes the sample traces reachable from the page as `traces/NAME`, in development and in the built page. */
function sampleTraces(): Plugin {
  return {
    name: 'sample-traces',
    configureServer: (server) => void server.middlewares.use('/traces', serveTrace),
    configurePreviewServer: (server) => void server.middlewares.use('/traces', serveTrace),
    generateBundle() {
      if (!existsSync(traceDirectory)) return;
      for (const name of readdirSync(traceDirectory).filter(isTraceFile)) {
        this.emitFile({ type: 'asset', fileName: `traces/${name}`, source: readFileSync(traceDirectory + name) });
      }
    },
  };
}

/** Serves a trace as the bytes it is: no Content-Encoding, since the page unpacks a .gz itself. */
const serveTrace: Connect.NextHandleFunction = (request, response, next) => {
  const name = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname.slice(1));
  if (!isTraceFile(name) || !existsSync(traceDirectory + name)) return next();
  response.setHeader('Content-Type', 'application/octet-stream');
  response.end(readFileSync(traceDirectory + name));
};

/** Puts beside the page the licences of the packages in it, and its bill of materials, both as the set-up wrote them. */
function notices(): Plugin {
  const files = existsSync(noticeDirectory) ? readdirSync(noticeDirectory) : [];
  return {
    name: 'notices',
    configureServer({ middlewares }) {
      for (const name of files)
        middlewares.use(`/${name}`, (_, response) => response.end(readFileSync(noticeDirectory + name)));
    },
    generateBundle() {
      for (const name of files)
        this.emitFile({ type: 'asset', fileName: name, source: readFileSync(noticeDirectory + name) });
    },
  };
}

/** A file whose name has a hash of what it holds never changes: a browser that has it does not ask whether it is still the same. */
const immutableAssets = (): Plugin => ({
  name: 'immutable-assets',
  configurePreviewServer: ({ config, middlewares }) =>
    void middlewares.use('/assets', ({ url = '' }, response, next) => {
      const isThere = existsSync(join(config.root, config.build.outDir, 'assets', url));
      if (isThere) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      next();
    }),
});

/** Says in the page what the core's size is. */
const coreSize = (): Plugin => ({
  name: 'core-size',
  transformIndexHtml: (html) => html.replace('%CORE_SIZE%', CORE_SIZE),
});

/** Builds the service worker, with the list of files it keeps. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: join(projectDirectory, 'web/offline/service-worker.ts'),
        fileName: WORKER_FILE,
      });
    },
    // Only now is everything there: files of public/ are in no bundle.
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        const worker = join(dir, WORKER_FILE);
        const code = readFileSync(worker, 'utf8');
        writeFileSync(worker, `const KEPT_FILES=${JSON.stringify(keptFiles(dir))};\n${code}`);
      },
    },
  };
}

/** What an address needs besides the start page's files: the modules that are loaded for it, by the name under which the page looks them up. */
const OPENED = {
  workbench: ['views/workbench.ts'],
  lesson: ['views/workbench.ts', 'views/lesson/reader.ts', 'app/lesson/player.ts'],
};

/** Tells the page's first script what to load at once for a lesson or a device, so that one file does not wait for another to ask for it. */
function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, filename }) {
        if (!filename.endsWith('index.html')) return html;
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const chunkOf = (name: string) => chunks.find((chunk) => chunk.fileName === name);
        const needed = (names: readonly string[], found = new Set<string>()): Set<string> => {
          for (const chunk of names.flatMap((name) => chunkOf(name) ?? [])) {
            if (found.has(chunk.fileName)) continue;
            found.add(chunk.fileName);
            for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
            needed(chunk.imports, found);
          }
          return found;
        };
        const filesOf = (modules: readonly string[]): string[] => {
          const entries = chunks.filter(({ moduleIds, facadeModuleId }) =>
            modules.some((module) => (facadeModuleId ?? moduleIds.at(-1))?.endsWith(`/web/${module}`)),
          );
          return [...needed(entries.map(({ fileName }) => fileName))].filter((name) => !html.includes(name));
        };
        const lists = Object.entries(OPENED).map(([name, modules]) => [name, filesOf(modules)]);
        lists.push(['lessons', lessonHeads().map(({ id }) => id)]);
        return html.replace('/* FIRST_FILES */ {}', JSON.stringify(Object.fromEntries(lists)));
      },
    },
  };
}

/**
 * What a page may load and run, said in the page itself, so that it holds on every host: its own files, WebAssembly, and the one script
 * that stands in index.html, by its hash. Pages that embed it are not restricted.
 */
function securityPolicy(): Plugin {
  const directives = (html: string): string => {
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => `'${sha256(code)}'`);
    return [
      "default-src 'none'",
      ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
      `style-src 'self' '${sha256(SHEET_STYLE)}'`, // of a worksheet, which is shown as the file that it can be saved as
      "frame-src 'self'",
      "img-src 'self' data: blob:", // pictures of the stage on their way to a file
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
  };
  const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return {
    name: 'security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          '<meta charset="utf-8" />',
          `$&\n    <meta http-equiv="Content-Security-Policy" content="${directives(html)}" />`,
        ),
    },
  };
}

/**
 * Puts the modules that come with `entry` in any case, and that others share, into one file. Left to itself, the bundler makes a file
 * for each set of sharers, which is a request for each few hundred bytes of the start page.
 */
function together(name: string, entry: string, priority: number): Rolldown.CodeSplittingGroup {
  const comesWithEntry = (id: string, modules: Rolldown.ChunkingContext): boolean => {
    const importers = new Set([id]);
    for (const importer of importers)
      for (const next of modules.getModuleInfo(importer)?.importers ?? []) importers.add(next);
    return [...importers].some((importer) => importer !== id && importer.endsWith(entry));
  };
  return {
    name: (id, modules) => (comesWithEntry(id, modules) ? name : null),
    debugName: name,
    minShareCount: 2,
    priority,
  };
}

/** Paths of a build as the page asks for them, and the SHA-256 of each file, in base64. */
function keptFiles(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter((name) => isKept(name) && statSync(join(dir, name)).isFile()).sort();
  return Object.fromEntries(files.map((name) => [pathFromPage(name), hashOf(join(dir, name))]));
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('base64');

export default defineConfig({
  root: 'web',
  base: './', // so that the built page works from any path on any host
  publicDir: '../public',
  cacheDir: '../node_modules/.vite',
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    rollupOptions: {
      input: ['index.html', 'notes.html'].map((page) => fileURLToPath(new URL(`web/${page}`, import.meta.url))),
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false, // what only the start page needs stays with it
          groups: [
            together('start-parts', '/web/main.ts', 2),
            together('workbench-parts', '/web/views/workbench.ts', 1),
          ],
        },
      },
    },
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first that know light-dark(), which is else rewritten
  },
  worker: { format: 'es' },
  define: {
    KEPT_FIGURES: JSON.stringify(existsSync(keptDirectory) ? readdirSync(keptDirectory) : []),
    LESSONS: JSON.stringify(lessonHeads()),
  },
  plugins: [sampleTraces(), immutableAssets(), notices(), coreSize(), firstFiles(), securityPolicy(), offline()],
  server: { host: '127.0.0.1' },
  test: {
    dir: projectDirectory,
    include: ['web/**/*.test.ts', '.ci/**/*.test.mjs'],
    // To begin anew for each of 200 files, in a process or with all modules, would take as long as the tests in them.
    pool: 'threads',
    isolate: false,
    // A busy machine is no failure.
    testTimeout: 60_000,
  },
});
