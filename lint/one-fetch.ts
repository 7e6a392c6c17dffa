import { isTestFile, repositoryPath, type Rule } from './rule.ts'

const message =
  'The server calls the outside world only through server/src/providers/http.ts, which has the time-outs, the guard against private ' +
  'addresses and the four kinds of error. Use its request function.'

/** Keeps the server's calls to the outside world in one place. */
export const oneFetch: Rule = {
  create(context) {
    const file = repositoryPath(context.filename)
    if (!file.startsWith('server/src/') || file === 'server/src/providers/http.ts' || isTestFile(file)) return {}
    return {
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'fetch') context.report({ node, message })
      },
      MemberExpression(node) {
        const isGlobal = node.object.type === 'Identifier' && ['globalThis', 'global'].includes(node.object.name)
        if (isGlobal && node.property.type === 'Identifier' && node.property.name === 'fetch') context.report({ node, message })
      },
    }
  },
}
