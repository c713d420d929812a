/** A folder of files works offline after one visit: `sw.js`, written by `boyi page`, keeps its files. */

export function install() {
  // Where a page may have none, such as one opened from a disk, it works as long as it is online.
  const start = () => {
    const { serviceWorker } = navigator
    if (!serviceWorker) return
    serviceWorker.addEventListener('message', () => (document.documentElement.dataset.offline = 'ready'))
    serviceWorker.register('sw.js').then(
      async () => (await serviceWorker.ready).active?.postMessage('rest'),
      () => {},
    )
  }
  // The first board comes first.
  if (document.readyState === 'complete') setTimeout(start, 1000)
  else addEventListener('load', () => setTimeout(start, 1000))
}
