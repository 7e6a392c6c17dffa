import { isTestFile, type Node, repositoryPath, type Rule } from './rule.ts'
import { wordingFault } from './wording-terms.ts'

/** Keeps the words of comments, messages and texts of the page those of the field. */
export const wording: Rule = {
  create(context) {
    const file = repositoryPath(context.filename)
    if (file.startsWith('lint/wording')) return {}
    const check = (node: Node, text: string) => {
      const fault = /\s/.test(text.trim()) ? wordingFault(text) : null
      if (fault !== null) context.report({ node, message: fault })
    }
    const inComments = {
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          const fault = wordingFault(value.replaceAll(/^[*\s]+|\s*\*\s*$/g, '').replaceAll(/\n\s*\*?\s*/g, ' '))
          if (fault !== null) context.report({ loc, message: fault })
        }
      },
    }
    // Titles and fixtures of tests are free: they quote users and platforms.
    if (isTestFile(file) || file.startsWith('e2e/')) return inComments
    return {
      ...inComments,
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      // SQL has names of columns that stay.
      TemplateElement: (node) => node.parent.parent?.type !== 'TaggedTemplateExpression' && check(node, node.value.raw),
      JSXText: (node) => check(node, node.value),
    }
  },
}
