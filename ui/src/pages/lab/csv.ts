/** Comma-separated values as `boyi lab --csv` writes them. */

/** The lines as objects by the names of the first line. */
export function objects(text: string): Record<string, string>[] {
  const [head, ...lines] = text.trim().split('\n').map(cells)
  return lines.map((line) => Object.fromEntries(head!.map((key, index) => [key, line[index] ?? ''])))
}

/** The cells of a line; those with commas stand in quotes, quotes within them are doubled. */
function cells(line: string): string[] {
  const found = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return [...found].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}
