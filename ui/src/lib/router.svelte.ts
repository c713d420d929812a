/** Where in the page one is, from the address bar and back into it. */

class Place {
  path = $state(location.pathname)
  query = $state(new URLSearchParams(location.search))

  constructor() {
    addEventListener('popstate', () => this.read())
  }

  /** The parts between the slashes. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean)
  }

  go(to: string, replace = false) {
    if (replace) history.replaceState(null, '', to)
    else history.pushState(null, '', to)
    this.read()
    if (!replace) scrollTo(0, 0)
  }

  private read() {
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
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
  event.preventDefault()
  place.go(link.pathname + link.search)
}
