/** What the reader has chosen, remembered by the browser. */

export type Language = 'en' | 'zh'
export type Theme = 'system' | 'light' | 'dark'
export type PieceSet = 'chinese' | 'western'

interface Choices {
  language: Language
  theme: Theme
  animate: boolean
  coordinates: boolean
  heat: boolean
  legal: boolean
  arrows: boolean
  pieces: PieceSet
  sound: boolean
  /** Whether analyses are made by the engines of this browser. */
  browser: boolean
  /** Whether the hint of a first visit is still wanted. */
  hints: boolean
}

const KEY = 'boyi.settings'

function remembered(): Choices {
  const usual: Choices = {
    language: navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en',
    theme: 'system',
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    coordinates: true,
    heat: false,
    legal: true,
    arrows: true,
    pieces: 'chinese',
    sound: true,
    browser: false,
    hints: true,
  }
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return usual
  }
}

export const settings = $state(remembered())

/** Call once, inside a component. */
export function rememberSettings() {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings))
    } catch {
      // A browser that keeps nothing still plays.
    }
    const root = document.documentElement
    root.lang = settings.language === 'zh' ? 'zh-CN' : 'en'
    root.dataset.theme = settings.theme
    root.classList.toggle('still', !settings.animate)
  })
}
