import { type Node, repositoryPath, type Rule } from './rule.ts'

/** Where a platform may be named: the registries, what speaks its protocol, and the texts and paths the specification fixes. */
const mayNamePlatforms = [
  /^shared\/src\/platforms(\/|\.ts$)/,
  /^shared\/src\/(errors|texts)(\/|\.ts$)/,
  /^shared\/src\/api\//,
  /^server\/src\/(platforms|connections)\.ts$/,
  /^server\/src\/providers\/(tiktok|tumblr)\//,
  /^server\/src\/routes\/compatibility/,
  /^server\/src\/db\/schema/,
  /^server\/src\/config\.ts$/,
  /^web\/src\/features\/(connections|marketing)\//,
  /^(sandbox|e2e|lint)\//,
  /\.test\.tsx?$/,
]

/** The typeface is called so and has nothing to do with publishing. */
const typeface = /tik[ _-]?tok[ _-]?sans/gi

/** Keeps 'tiktok' and 'tumblr' out of everything that should work for any platform. */
export const platformNames: Rule = {
  create(context) {
    const file = repositoryPath(context.filename)
    if (mayNamePlatforms.some((pattern) => pattern.test(file))) return {}
    const check = (node: Node, text: string) => {
      const [name] = /tik ?tok|tumblr/i.exec(text.replaceAll(typeface, '')) ?? []
      if (name === undefined) return
      const message =
        `'${name}' stands only in the registries of platforms, the provider folders, the sandbox and the texts and routes of the specification. ` +
        `Ask the registry (shared/src/platforms) for the fact you need, so that the next platform is one more entry.`
      context.report({ node, message })
    }
    return {
      Identifier: (node) => check(node, node.name),
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
      JSXText: (node) => check(node, node.value),
    }
  },
}
