import { isTestFile, repositoryPath, type Rule } from './rule.ts'

/** Most lines of a function's own, without those of the functions inside it. A component's markup takes more lines than statements do. */
const limits = { function: 60, component: 100 }

interface Placed {
  loc: { start: { line: number }; end: { line: number } }
}

/**
 * Keeps functions short. Functions inside a function are counted for themselves: a factory which returns ten small functions over one state
 * is not long, a function which does one thing after another for ninety lines is.
 */
export const functionLength: Rule = {
  create(context) {
    const file = repositoryPath(context.filename)
    if (isTestFile(file) || file.startsWith('e2e/')) return {}
    const limit = file.endsWith('.tsx') ? limits.component : limits.function
    /** Lines inside of nested functions, for each function that is open. */
    const nested: number[] = []
    const enter = () => void nested.push(0)
    const exit = (node: Parameters<typeof context.report>[0]['node'] & Placed) => {
      const lines = node.loc.end.line - node.loc.start.line + 1
      const own = lines - (nested.pop() ?? 0)
      const outer = nested.length - 1
      // The line on which a nested function begins belongs to the outer one.
      if (outer >= 0) nested[outer] = (nested[outer] ?? 0) + lines - 1
      if (own <= limit) return
      const message = `This function has ${own} lines of its own, of at most ${limit}. Name what its parts do and make each a function; a list of facts becomes a const.`
      context.report({ node, message })
    }
    return {
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': exit,
      FunctionExpression: enter,
      'FunctionExpression:exit': exit,
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': exit,
    }
  },
}
