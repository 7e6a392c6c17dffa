import { repositoryPath, type Rule } from './rule.ts'

const vague = ['util', 'utils', 'helper', 'helpers', 'misc', 'common', 'manager', 'managers']
const vagueName = new RegExp(`^(${vague.join('|')})$|-(utils?|helpers?|managers?)$`)

/** Why a path is badly named, or undefined. */
export function fileNameFault(path: string): string | undefined {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  if (!/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(name)) {
    return `'${name}' is not kebab-case: name the file after what it exports, in lower case with hyphens (publish-post.ts).`
  }
  const word = parts.map((part) => part.split('.')[0] ?? '').find((part) => vagueName.test(part))
  if (word === undefined) return undefined
  return `'${word}' says nothing about what is inside, and so such a file collects everything. Name it by the thing it is about (slide.ts, snap.ts).`
}

/** Keeps files findable by their names. */
export const fileNames: Rule = {
  create(context) {
    return {
      Program(node) {
        const message = fileNameFault(repositoryPath(context.filename))
        if (message) context.report({ node, message })
      },
    }
  },
}
