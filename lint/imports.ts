import { importFault } from './import-fault.ts'
import { type Node, repositoryPath, type Rule } from './rule.ts'

/** Keeps the layers of ARCHITECTURE.md: which part of the repository may import which. */
export const imports: Rule = {
  create(context) {
    const file = repositoryPath(context.filename)
    const check = (node: Node, specifier: unknown) => {
      if (typeof specifier !== 'string') return
      const message = importFault(file, specifier)
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: (node) => check(node.source, node.source.value),
      ExportAllDeclaration: (node) => check(node.source, node.source.value),
      ExportNamedDeclaration: (node) => node.source && check(node.source, node.source.value),
      ImportExpression: (node) => node.source.type === 'Literal' && check(node.source, node.source.value),
      TSImportType: (node) => check(node.source, node.source.value),
    }
  },
}
