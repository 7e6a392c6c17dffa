import { environment } from './environment.ts'
import { fileNames } from './file-names.ts'
import { functionLength } from './function-length.ts'
import { platformNames } from './platform-names.ts'
import { wording } from './wording.ts'
import { importFault } from './import-fault.ts'
import { type Node, repositoryPath, type Rule, isTestFile } from './rule.ts'

// oxlint takes a plugin as the default export.
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

const silencing = /^\s*(oxlint-disable|eslint-disable|@ts-ignore|@ts-expect-error|@ts-nocheck|prettier-ignore|oxfmt-ignore)/

/** Keeps the rules the same for every line of the project. */
const noSilencing: Rule = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const [, directive] = silencing.exec(comment.value) ?? []
          if (directive === undefined) continue
          const message = `'${directive}' silences a rule for one place. Solve what it points at; if the rule is wrong, change it in .oxlintrc.json for everyone.`
          context.report({ loc: comment.loc, message })
        }
      },
    }
  },
}

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

export default {
  meta: { name: 'ninesixteen' },
  rules: {
    environment,
    'file-names': fileNames,
    'function-length': functionLength,
    imports,
    'no-silencing': noSilencing,
    'one-fetch': oneFetch,
    'platform-names': platformNames,
    wording,
  },
}
