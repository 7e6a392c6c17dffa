import { repositoryPath, type Rule } from './rule.ts'

const mayReadEnvironment = [
  /^server\/src\/config\/config(\.test)?\.ts$/,
  /^sandbox\/src\/main\.ts$/,
  /^(scripts|e2e|bench)\//,
  /^(.*\/)?[a-z]+\.config\.ts$/,
  /\/testing\//,
]

const message =
  'Only server/src/config/config.ts reads the environment: one schema, one line of explanation and one clear sentence for a wrong value. ' +
  'Add the setting there and take it as an argument here.'

/** Keeps the settings in one place. */
export const environment: Rule = {
  create(context) {
    const file = repositoryPath(context.filename)
    if (mayReadEnvironment.some((pattern) => pattern.test(file))) return {}
    return {
      MemberExpression(node) {
        const isProcess = node.object.type === 'Identifier' && node.object.name === 'process'
        const { property } = node
        const isEnv =
          (property.type === 'Identifier' && property.name === 'env') || (property.type === 'Literal' && property.value === 'env')
        if (isProcess && isEnv) context.report({ node, message })
      },
      ImportSpecifier(node) {
        const { parent, imported } = node
        if (parent.type !== 'ImportDeclaration' || !/^(node:)?process$/.test(parent.source.value)) return
        if (imported.type === 'Identifier' && imported.name === 'env') context.report({ node, message })
      },
    }
  },
}
