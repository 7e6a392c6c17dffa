/** The layers of the server from top to bottom, and in each its folders: one may import those that come after it. */
export const SERVER_LAYERS = {
  entry: 'main.ts cli doctor database-copy bootstrap backup app.ts',
  edge: 'routes http',
  domains:
    'demo operator account billing content-plan slideshow-batches posts generation projects slideshow-templates connections oauth-server api-keys auth fonts sound slideshow-renders photos render-queue rendering',
  services: `runs webhooks notifications mail idempotency instance-settings embedded-postgres secrets jobs storage db config platforms providers
    image-decoding font-checking worker-pool fair-queue telemetry json-limits.ts config-error.ts database-clock.ts promises.ts process-message.ts derived-id.ts`,
} as const

type Layer = keyof typeof SERVER_LAYERS

const ranked = Object.entries(SERVER_LAYERS).flatMap(([layer, folders]) =>
  folders.split(/\s+/).map((folder) => ({ layer: layer as Layer, folder })),
)

const SERVER = 'server/src/'
const folderOf = (path: string): string => path.slice(SERVER.length).split('/')[0] ?? ''

/** Why a file of the server may not import another one, or undefined when it may. Both are paths from the root of the repository. */
export function serverLayerFault(file: string, target: string): string | undefined {
  if (!file.startsWith(SERVER) || !target.startsWith(SERVER)) return undefined
  const [from, to] = [folderOf(file), folderOf(target)]
  if (from === to || from === 'testing') return undefined
  if (to === 'testing') return 'server/src/testing is for tests: the product imports nothing of it.'
  const [own, other] = [rankOf(from), rankOf(to)]
  if (own === -1 || other === -1) return `Give server/src/${own === -1 ? from : to} its place in lint/server-layers.ts.`
  if (own < other) return undefined
  const [below, above] = [ranked[own]?.layer, ranked[other]?.layer]
  const where = below === above ? `comes above ${from} among the ${below}` : `belongs to the layer "${above}", above "${below}"`
  return `${from} does not import ${to}, which ${where}. Take what you need as an argument, or move the shared part down (ARCHITECTURE.md).`
}

function rankOf(folder: string): number {
  return ranked.findIndex((entry) => entry.folder === folder)
}
