/** A game tree written as nested numbers, `((3 12) (2 4))`, and a search of it step by step. */

export interface TreeNode {
  /** Its place among all nodes, in the order in which they are written. */
  id: number
  depth: number
  /** The value of a leaf. */
  leaf: number | undefined
  children: TreeNode[]
}

export interface Step {
  node: number
  /** What is known of the node now; a node that is cut is not looked at. */
  value: number | undefined
  cut: boolean
}

export function treeOf(text: string): TreeNode {
  const words = text
    .replace(/([()])/g, ' $1 ')
    .split(/\s+/)
    .filter(Boolean)
  let [at, id] = [0, 0]
  function node(depth: number): TreeNode {
    const word = words[at++]
    if (word !== '(') return { id: id++, depth, leaf: Number(word), children: [] }
    const self: TreeNode = { id: id++, depth, leaf: undefined, children: [] }
    while (at < words.length && words[at] !== ')') self.children.push(node(depth + 1))
    at++
    return self
  }
  return node(0)
}

/** The maximiser moves at even depths. */
export const isMax = (node: TreeNode) => node.depth % 2 === 0

/** Minimax, or alpha-beta where `prune`: every value as it becomes known, every cut. */
export function stepsOf(root: TreeNode, prune: boolean): Step[] {
  const steps: Step[] = []
  function cut(node: TreeNode) {
    steps.push({ node: node.id, value: undefined, cut: true })
    node.children.forEach(cut)
  }
  function value(node: TreeNode, alpha: number, beta: number): number {
    if (node.leaf !== undefined) {
      steps.push({ node: node.id, value: node.leaf, cut: false })
      return node.leaf
    }
    let best = isMax(node) ? -Infinity : Infinity
    for (const [index, child] of node.children.entries()) {
      const found = value(child, alpha, beta)
      if (isMax(node)) alpha = Math.max(alpha, (best = Math.max(best, found)))
      else beta = Math.min(beta, (best = Math.min(best, found)))
      steps.push({ node: node.id, value: best, cut: false })
      if (prune && alpha >= beta) {
        node.children.slice(index + 1).forEach(cut)
        break
      }
    }
    return best
  }
  value(root, -Infinity, Infinity)
  return steps
}

export function allNodes(root: TreeNode): TreeNode[] {
  return [root, ...root.children.flatMap(allNodes)]
}
