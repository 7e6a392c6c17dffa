import { type Node, repositoryPath, type Rule } from './rule.ts'

/** Where a platform may be named: its own folders, the registries, the names of environment variables and tables, and what the specification fixes. */
const mayNamePlatforms = [
  /^shared\/src\/platforms(\/|\.ts$)/,
  /^shared\/src\/errors\.ts$/,
  /^shared\/src\/publishing\/((platforms|option-texts)\.ts$|tiktok-|tumblr-|instagram-|threads-|meta-)/,
  /^server\/src\/platforms\/(registry\.ts$|tiktok\/|tumblr\/|instagram\/|threads\/|meta\/)/,
  /^server\/src\/posts\/platforms\//,
  /^web\/src\/features\/schedule-dialog\/platforms(\/|\.tsx?$)/,
  /^shared\/src\/api\//,
  /^server\/src\/routes\/compatibility\//,
  /^server\/src\/db\/schema-companies\.ts$/,
  /^server\/src\/testing\//,
  /^server\/src\/config\/settings\.ts$/,
  /^web\/src\/features\/connections\//,
  // The specification fixes these paths.
  /^web\/src\/(app\/paths\.ts|shell\/router\.tsx|routes\/(tiktok|tumblr|instagram|threads)-[a-z]+\.tsx)$/,
  // The operator's own profiles, in the footer.
  /^web\/src\/site\/shell\/social-links\.tsx$/,
  /^(sandbox|e2e|lint)\//,
  /\.test\.tsx?$/,
]

/** A typeface, and a field that the specification names. */
const fixedNames = /tik[ _-]?tok[ _-]?sans|useTumblrPhotos/gi

/** Keeps platforms' names out of code that should work for any platform. */
export const platformNames: Rule = {
  create(context) {
    const file = repositoryPath(context.filename)
    if (mayNamePlatforms.some((pattern) => pattern.test(file))) return {}
    // The specification fixes the sentences of the pages; an id or a path in a page is still a decision about one platform.
    const mayBeSentence = file.startsWith('web/src/')
    const check = (node: Node, text: string) => {
      const [name] = /tik ?tok|tumblr|instagram|(?-i:\bThreads\b)/i.exec(text.replaceAll(fixedNames, '')) ?? []
      if (name === undefined) return
      const message =
        `Only a platform's own folders and the registries may name '${name}'. ` +
        `Ask the registry (shared/src/platforms.ts, server/src/platforms/registry.ts) for the fact you need, so that the next platform is one more entry.`
      context.report({ node, message })
    }
    const checkText = (node: Node, text: string) => {
      if (!mayBeSentence || !/\s/.test(text.trim())) check(node, text)
    }
    return {
      Identifier: (node) => !isPropertyName(node) && check(node, node.name),
      Literal: (node) => typeof node.value === 'string' && checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.raw),
      JSXText: (node) => checkText(node, node.value),
    }
  },
}

/** The registry or the API contract names a property; code that reads it has no choice. */
function isPropertyName({ parent, name }: { parent: { type: string; key?: unknown; property?: unknown }; name: string }): boolean {
  const isSame = (node: unknown) => typeof node === 'object' && node !== null && 'name' in node && node.name === name
  if (parent.type === 'MemberExpression') return isSame(parent.property)
  return ['Property', 'TSPropertySignature', 'PropertyDefinition'].includes(parent.type) && isSame(parent.key)
}
