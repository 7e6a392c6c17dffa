import { posix } from 'node:path'
import { isTestFile } from './rule.ts'
import { serverLayerFault } from './server-layers.ts'

const sharedPackages = ['zod', 'harfbuzzjs', 'bidi-js', '@orpc/contract', 'mediabunny', 'pdfkit', 'temporal-polyfill', 'rrule-temporal']
const workspaces = ['shared', 'server', 'web', 'sandbox', 'e2e', 'bench']
const standAlone: Record<string, string> = {
  sandbox: 'The sandbox imitates the outside world from its protocols alone; if it knew our code, it would share our misunderstandings.',
  e2e: 'The journeys see the product as people do: through the browser and the HTTP of the sandbox.',
  bench: 'The benches measure the product from outside, next to a baseline.',
}
/** The server's test support, which benches may use: no user makes a thousand due posts. */
const harness = 'server/src/testing/'
const isOfHarness = (own: string, target: string) => own === 'bench' && target.startsWith(harness)

/** An import as the rules see it: who imports, what is written, and where that leads in the repository (null for a package). */
interface Import {
  file: string
  specifier: string
  target: string | null
}

type Check = (it: Import) => string | undefined

/** Why this import is not allowed and what to do instead, or undefined when it is fine. `file` is relative to the repository. */
export function importFault(file: string, specifier: string): string | undefined {
  const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : ownPackageTarget(specifier)
  for (const check of checks) {
    const fault = check({ file, specifier, target })
    if (fault) return fault
  }
  return undefined
}

function ownPackageTarget(specifier: string): string | null {
  const [, workspace, path] = /^@ninesixteen\/([a-z0-9]+)\/?(.*)$/.exec(specifier) ?? []
  return workspace === undefined ? null : `${workspace}/src/${path ?? ''}`
}

function workspaceOf(path: string): string | undefined {
  const first = path.split('/')[0] ?? ''
  return workspaces.includes(first) ? first : undefined
}

const standsAlone: Check = ({ file, target }) => {
  const own = workspaceOf(file) ?? ''
  const reason = standAlone[own]
  const other = target === null ? undefined : workspaceOf(target)
  if (reason === undefined || target === null || other === undefined || other === own || isOfHarness(own, target)) return undefined
  return `${own} imports nothing of ${other}. ${reason} Use what the product offers over HTTP, or write down here what you need to know.`
}

const sharedIsPure: Check = ({ file, specifier, target }) => {
  if (!file.startsWith('shared/src/') || isTestFile(file) || target !== null) return undefined
  if (sharedPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`))) return undefined
  return (
    `shared says what a slideshow is and runs unchanged in the browser, in workers and on the server, so it imports only ` +
    `${sharedPackages.join(', ')}. Take what '${specifier}' does as an argument, or move this code to server or web.`
  )
}

const packagesByName: Check = ({ file, specifier, target }) => {
  const own = workspaceOf(file)
  if (own === undefined || target === null) return undefined
  const other = workspaceOf(target)
  if (other === undefined || own === other) return undefined
  if (own === 'shared') return `shared knows neither ${other} nor anybody who uses it: the arrow points from server and web to shared.`
  if (other !== 'shared' && !isOfHarness(own, target))
    return `${own} does not import ${other}: what both need belongs into shared, everything else goes over HTTP.`
  if (specifier.startsWith('.'))
    return `Write this as '@ninesixteen/${target.replace('/src/', '/').replace(/\.ts$/, '')}': a package is imported by its name.`
  return undefined
}

const providersKnowNobody: Check = ({ file, target }) => {
  const [, provider] = /^server\/src\/providers\/([^/]+)\//.exec(file) ?? []
  if (provider === undefined || target === null) return undefined
  if (/^server\/src\/(db|routes)\//.test(target)) {
    return `A provider speaks its protocol and knows no table and no route. Return plain values and let the caller keep them.`
  }
  const [, other] = /^server\/src\/providers\/([^/]+)\//.exec(target) ?? []
  if (other === undefined || other === provider) return undefined
  return `Provider ${provider} does not import provider ${other}: what both need (timeouts, errors, signing) belongs in server/src/providers itself.`
}

const featuresAreIndependent: Check = ({ file, target }) => {
  const [, own] = /^web\/src\/features\/([^/]+)\//.exec(file) ?? []
  const [, feature] = /^web\/src\/features\/([^/]+)\//.exec(target ?? '') ?? []
  if (own === undefined || feature === undefined || own === feature) return undefined
  return (
    `Feature ${own} does not import feature ${feature}. Compose features in web/src/routes; ` +
    `move what both need to web/src/app (state), components or api, or to shared.`
  )
}

const serverLayers: Check = ({ file, target }) => (target === null || isTestFile(file) ? undefined : serverLayerFault(file, target))

/** Folders of web/src, highest first: a file imports from its own folder and from lower ones. Files of web/src itself are above all. */
export const WEB_LAYERS = ['shell', 'site', 'routes', 'features', 'drive', 'app', 'components', 'api', 'painter', 'styles']

/** The layer of a file of web/src: 0 is the highest; null outside of web/src. */
function webLayer(path: string): { name: string; level: number } | null {
  const [, folder, rest] = /^web\/src\/([^/]+)(\/?)/.exec(path) ?? []
  if (folder === undefined) return null
  if (rest === '') return { name: `web/src/${folder}`, level: 0 }
  return { name: `web/src/${folder}`, level: WEB_LAYERS.indexOf(folder) + 1 }
}

const webImportsPointDown: Check = ({ file, target }) => {
  const own = webLayer(file)
  const other = webLayer(target ?? '')
  if (own === null || other === null || own.name === other.name) return undefined
  if (own.level === 0 && file.split('/').length > 3)
    return `${own.name} has no layer: add the folder to WEB_LAYERS in lint/import-fault.ts.`
  if (own.level < other.level) return undefined
  return (
    `${own.name} is below ${other.name} and does not import from it. Move this code up to ${other.name}, move what it needs ` +
    `down to ${own.name} or lower, or take it as a property or an argument.`
  )
}

const checks: Check[] = [
  standsAlone,
  sharedIsPure,
  packagesByName,
  providersKnowNobody,
  serverLayers,
  featuresAreIndependent,
  webImportsPointDown,
]
