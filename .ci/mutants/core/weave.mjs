// All mutants of a file in one source. Each is asked for where it stands, by its number; only one runs at a time, so that what stands inside
// another need not be woven into that.

/**
 * `source` (bytes) with its `sites` (as the finder gives them) woven in. Mutants are numbered from `first` on, those that `isRefused(mutant)`
 * are left out. Gives `{ bytes, mutants, regions }`: of each mutant `{ number, site, instead }`, and of each what the compiler may point at,
 * `{ from, to, numbers }`, smaller ones later.
 */
export function weave(source, sites, first, isRefused) {
  const mutants = [];
  const regions = [];
  const chunks = [];
  let length = 0;
  const write = (bytes) => {
    const buffer = Buffer.from(bytes);
    chunks.push(buffer);
    length += buffer.length;
  };
  let next = 0;

  /** Writes the source up to `end`, with the sites that begin before it. */
  function upTo(from, end) {
    let at = from;
    while (next < sites.length && sites[next].start < end) {
      const site = sites[next++];
      write(source.subarray(at, site.start));
      one(site);
      at = site.end;
    }
    write(source.subarray(at, end));
  }

  function one(site) {
    const kept = site.instead.filter((instead) => !isRefused(site, instead));
    if (kept.length === 0) return upTo(site.start, site.end);
    const region = { from: length, to: 0, numbers: [] };
    regions.push(region);
    const asked = kept.map((instead) => {
      const number = first + mutants.length;
      mutants.push({ number, site, instead });
      region.numbers.push(number);
      return { number, instead };
    });
    WEAVE[site.kind](asked, () => upTo(site.start, site.end));
    region.to = length;
  }

  const WEAVE = {
    statement([{ number }], original) {
      write(`if !crate::mutant_choice::on(${number}) { `);
      original();
      write(' }');
    },
    // The compiler takes both or neither.
    condition([to_true, to_false], original) {
      write(`crate::mutant_choice::forced(${to_true.number}, ${to_false.number}, `);
      original();
      write(')');
    },
    expression(asked, original) {
      write('(');
      for (const { number, instead } of asked) {
        write(`if crate::mutant_choice::on(${number}) { `);
        const from = length;
        write(instead);
        regions.push({ from, to: length, numbers: [number] });
        write(' } else ');
      }
      write('{ ');
      original();
      write(' })');
    },
  };

  upTo(0, source.length);
  return { bytes: Buffer.concat(chunks), mutants, regions };
}

/** The numbers of the mutants that the compiler points at with the bytes `from` to `to`: those of the smallest region around them. */
export function pointedAt(regions, from, to) {
  const around = regions.filter((region) => region.from <= from && to <= region.to);
  around.sort((one, other) => one.to - one.from - (other.to - other.from));
  return around[0]?.numbers ?? [];
}
