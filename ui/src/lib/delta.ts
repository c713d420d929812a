/**
 * What has changed between two states, as the server sends it (`crates/web/src/delta.rs`): `[value]` replaces, `[]`
 * removes a field, `[at, drop, items]` changes a list, an object holds the deltas of fields or of items by their places.
 */
export type Delta = [] | [unknown] | [at: number, drop: number, items: unknown[]] | { [name: string]: Delta }

/** The new state. The old one stays as it is, and the parts that have not changed are shared. */
export function apply(old: unknown, delta: Delta): unknown {
  if (Array.isArray(delta)) {
    if (delta.length !== 3) return delta[0]
    const [at, drop, items] = delta
    const list = old as unknown[]
    return [...list.slice(0, at), ...items, ...list.slice(at + drop)]
  }
  if (Array.isArray(old)) {
    const list = [...old]
    for (const [place, part] of Object.entries(delta)) list[Number(place)] = apply(list[Number(place)], part)
    return list
  }
  const fields = { ...(old as Record<string, unknown>) }
  for (const [name, part] of Object.entries(delta)) {
    if (Array.isArray(part) && part.length === 0) delete fields[name]
    else fields[name] = apply(fields[name], part)
  }
  return fields
}
