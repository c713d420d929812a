/** Whether the page is dark: canvases cannot ask the style sheet. */

import { MediaQuery } from 'svelte/reactivity'
import { settings } from '../../lib/settings.svelte'

const system = new MediaQuery('(prefers-color-scheme: dark)')

export function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && system.current)
}
