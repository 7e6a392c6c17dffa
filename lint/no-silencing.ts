import type { Rule } from './rule.ts'

const silencing = /^\s*(oxlint-disable|eslint-disable|@ts-ignore|@ts-expect-error|@ts-nocheck|prettier-ignore|oxfmt-ignore)/

/** Keeps the rules the same for every line of the project. */
export const noSilencing: Rule = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const [, directive] = silencing.exec(comment.value) ?? []
          if (directive === undefined) continue
          const message = `'${directive}' silences a rule for one place. Solve what it points at; if the rule is wrong, change it in .oxlintrc.json for everybody.`
          context.report({ loc: comment.loc, message })
        }
      },
    }
  },
}
