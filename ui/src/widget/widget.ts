/** The page's board as a widget for notebooks (anywidget), packed by `npm run widget` into the Python package. */

import { mount, unmount } from 'svelte'
import css from '../app.css?raw'
import type { Model } from './model'
import Widget from './Widget.svelte'

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  // In a shadow of its own, neither the notebook's styles nor ours reach beyond the board.
  const shadow = el.attachShadow({ mode: 'open' })
  const style = document.createElement('style')
  style.textContent = css.replaceAll(':root', ':host')
  const target = document.createElement('div')
  target.style.maxWidth = '560px'
  shadow.append(style, target)
  const widget = mount(Widget, { target, props: { model } })
  return () => void unmount(widget)
}

export default { render }
