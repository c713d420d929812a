/** The little Markdown that lessons are written in, as parts to draw: no HTML passes through. */

export interface Inline {
  kind: 'text' | 'code' | 'strong' | 'em' | 'link'
  text: string
  href?: string
}

export type Block =
  | { kind: 'heading' | 'paragraph'; parts: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'code'; language: string; text: string }

const INDENT = '    '

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === '') continue
    if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1)
      const stop = end < 0 ? lines.length : end
      blocks.push({ kind: 'code', language: line.slice(3).trim(), text: lines.slice(at + 1, stop).join('\n') })
      at = stop
      continue
    }
    if (line.startsWith(INDENT)) {
      // Code that is set in goes on to the next line that is not.
      let end = at
      while (end + 1 < lines.length && (lines[end + 1]!.startsWith(INDENT) || lines[end + 1]!.trim() === '')) end++
      const code = lines.slice(at, end + 1).map((each) => each.slice(INDENT.length))
      blocks.push({ kind: 'code', language: '', text: code.join('\n').trimEnd() })
      at = end
      continue
    }
    // A block goes on to the next empty line.
    let end = at
    while (end + 1 < lines.length && lines[end + 1]!.trim() !== '' && !lines[end + 1]!.startsWith('```')) end++
    const block = lines.slice(at, end + 1)
    at = end
    if (line.startsWith('## ')) blocks.push({ kind: 'heading', parts: inlineOf(line.slice(3)) })
    else if (line.startsWith('- ')) {
      const items = block.join('\n').split(/^- /m).filter(Boolean)
      blocks.push({ kind: 'list', items: items.map((item) => inlineOf(joined(item.split('\n')))) })
    } else blocks.push({ kind: 'paragraph', parts: inlineOf(joined(block)) })
  }
  return blocks
}

/** Lines as one; between Chinese signs there is no space. */
function joined(lines: string[]): string {
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .reduce((text, line) => (/[\u3000-\u9fff\uff00-\uffef]$/.test(text) ? text + line : `${text} ${line}`))
}

const PART = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Stands for an escaped star while the parts are found. */
const STAR = '\ue000'

export function inlineOf(markdown: string): Inline[] {
  const text = markdown.replaceAll('\\*', STAR)
  const parts: Inline[] = []
  let last = 0
  for (const match of text.matchAll(PART)) {
    if (match.index > last) parts.push({ kind: 'text', text: text.slice(last, match.index) })
    const [, code, strong, em, label, href] = match
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (em !== undefined) parts.push({ kind: 'em', text: em })
    // Only pages of ours: a lesson leads nowhere else.
    else if (href!.startsWith('/')) parts.push({ kind: 'link', text: label!, href: href! })
    else parts.push({ kind: 'text', text: label! })
    last = match.index + match[0].length
  }
  if (last < text.length) parts.push({ kind: 'text', text: text.slice(last) })
  return parts.map((part) => ({ ...part, text: part.text.replaceAll(STAR, '*') }))
}
