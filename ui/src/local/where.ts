/** What this page is: served by a program, or a folder of files that has only the browser's engines to ask. */

/** `boyi page` writes a word into the page that a server's does not have. */
export const alone = globalThis.document?.querySelector('meta[name="boyi-page"]')?.getAttribute('content') === 'alone'

/** Whether the engines for the browser were there when the page was built. */
export const engines = alone || __ENGINES__

/** Where the engines and their weights lie; all scripts lie in one folder beside it. */
export const folder = () => {
  const here = import.meta.url
  return new URL('../engine/', here).href
}
