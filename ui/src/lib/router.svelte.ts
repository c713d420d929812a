/** Where in the page one is, from the address bar and back into it. On a server the path says so; a folder of files
    has one page only, and the place stands behind its question mark: `?/analyse/reversi?moves=f5d6`. */

import { alone } from '../local/where'

/** What stands in front where another site shows a part of this one. */
const EMBED = '/embed'

function where(): { path: string; search: string } {
  if (!alone) return { path: location.pathname, search: location.search }
  const [path = '', ...rest] = location.search.slice(1).split('?')
  return { path: path.startsWith('/') ? path : '/', search: rest.join('?') }
}

class Place {
  private inside = $state(where())
  /** Shown within another site: without the frame around every page. */
  embedded = $derived(this.inside.path === EMBED || this.inside.path.startsWith(`${EMBED}/`))
  path = $derived(this.embedded ? this.inside.path.slice(EMBED.length) : this.inside.path)
  query = $derived(new URLSearchParams(this.inside.search))

  constructor() {
    addEventListener('popstate', () => this.read())
  }

  /** The parts between the slashes. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean)
  }

  /** What to write into the address bar for a place in the page. */
  address(to: string): string {
    const whole = this.embedded && !to.startsWith(`${EMBED}/`) ? EMBED + to : to
    if (!alone) return whole
    const [place = '', hash] = whole.split('#')
    return `?${place}${hash === undefined ? '' : `#${hash}`}`
  }

  go(to: string, replace = false) {
    this.note(to, replace)
    this.read()
    if (!replace) scrollTo(0, 0)
  }

  /** Changes the address alone: the page shows what it says already. */
  note(to: string, replace = true) {
    const address = this.address(to)
    if (replace) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
  }

  private read() {
    this.inside = where()
  }
}

export const place = new Place()

/** What stands after a page's name in the address. A page that is being left keeps what it had: the
    address changes before the page is gone. */
export function after(page: string, usual: string): { readonly name: string } {
  let name = $state(place.parts[1] ?? usual)
  $effect.pre(() => {
    if (place.parts[0] === page) name = place.parts[1] ?? usual
  })
  return {
    get name() {
      return name
    },
  }
}

/** Links inside the page change the address without loading it again. */
export function follow(event: MouseEvent) {
  const link = (event.target as Element | null)?.closest?.('a')
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.target || link.origin !== location.origin || link.hasAttribute('download')) return
  if (link.pathname.startsWith('/api/')) return
  // A link that `aim` has turned into an address of this folder.
  if (alone && link.search.startsWith('?/')) {
    event.preventDefault()
    return place.go(link.search.slice(1) + link.hash)
  }
  event.preventDefault()
  place.go(link.pathname + link.search)
}

/** Links name places in the page. In a folder of files they are turned into addresses before somebody opens one in
    another tab. */
export function aim(event: Event) {
  const link = (event.target as Element | null)?.closest?.('a')
  if (!alone || !link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return
  if (link.getAttribute('href')?.startsWith('/') && !link.search.startsWith('?/'))
    link.href = location.pathname + place.address(link.pathname + link.search)
}
