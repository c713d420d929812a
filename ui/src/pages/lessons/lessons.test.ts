import { describe, expect, test } from 'vitest'
import { Bandit } from './bandit'
import { allNodes, stepsOf, treeOf } from './gametree'
import { blocksOf, inlineOf } from './markdown'

describe('markdown', () => {
  test('has paragraphs, headings, lists and code', () => {
    const blocks = blocksOf('One\ntwo `x`.\n\n## Try\n\n- a\n  b\n- **c**\n\n```sh\nboyi games\n```\n')
    expect(blocks.map((block) => block.kind)).toEqual(['paragraph', 'heading', 'list', 'code'])
    expect(blocks[0]).toEqual({
      kind: 'paragraph',
      parts: [
        { kind: 'text', text: 'One two ' },
        { kind: 'code', text: 'x' },
        { kind: 'text', text: '.' },
      ],
    })
    expect(blocks[2]).toMatchObject({ items: [[{ text: 'a b' }], [{ kind: 'strong', text: 'c' }]] })
    expect(blocks[3]).toEqual({ kind: 'code', language: 'sh', text: 'boyi games' })
  })

  test('reads code that is set in, with its own blanks and empty lines', () => {
    expect(blocksOf('Such as\n\n    3 4\n\n      0\n\nhas the answer')).toEqual([
      { kind: 'paragraph', parts: [{ kind: 'text', text: 'Such as' }] },
      { kind: 'code', language: '', text: '3 4\n\n  0' },
      { kind: 'paragraph', parts: [{ kind: 'text', text: 'has the answer' }] },
    ])
  })

  test('joins Chinese lines without a space', () => {
    expect(blocksOf('一行，\n又一行')[0]).toEqual({
      kind: 'paragraph',
      parts: [{ kind: 'text', text: '一行，又一行' }],
    })
  })

  test('links to pages of ours and to nothing else', () => {
    expect(inlineOf('[a](/tree) [b](https://example.org) <b>')).toEqual([
      { kind: 'link', text: 'a', href: '/tree' },
      { kind: 'text', text: ' ' },
      { kind: 'text', text: 'b' },
      { kind: 'text', text: ' <b>' },
    ])
  })
})

test('a star in the name of a search is no emphasis', () => {
  expect(inlineOf('*A\\**, A* and D* Lite')).toEqual([
    { kind: 'em', text: 'A*' },
    { kind: 'text', text: ', A* and D* Lite' },
  ])
})

describe('a game tree', () => {
  const tree = treeOf('((3 12 8) (2 4 6) (14 5 2))')

  test('is read as it is written', () => {
    expect(allNodes(tree).filter((node) => node.leaf !== undefined)).toHaveLength(9)
    expect(tree.children.map((child) => child.depth)).toEqual([1, 1, 1])
  })

  test('has the same value with and without cuts, which leave out leaves', () => {
    const [plain, pruned] = [stepsOf(tree, false), stepsOf(tree, true)]
    expect([plain.at(-1)!.value, pruned.filter((step) => !step.cut).at(-1)!.value]).toEqual([3, 3])
    expect(pruned.filter((step) => step.cut)).toHaveLength(2)
    expect(plain.filter((step) => step.cut)).toHaveLength(0)
  })
})

test('sampling visits the best move most, and everybody sees the same', () => {
  const run = () => {
    const bandit = new Bandit([0.4, 0.5, 0.65])
    for (let playout = 0; playout < 1000; playout++) bandit.sample()
    return bandit
  }
  expect(run().best).toBe(2)
  expect(run().arms).toEqual(run().arms)
  expect(run().playouts).toBe(1000)
})
