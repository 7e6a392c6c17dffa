import type { Grant } from './grants.ts'
import type { Container, Containers, Order } from './containers.ts'
import type { Params } from './caller.ts'
import type { MetaNetwork } from './networks.ts'

/** Why a request is refused: an error of `responses.ts`, with its message where the usual one doesn't do. */
export interface Wrong {
  what: string
  message?: string
}

interface Parts {
  network: MetaNetwork
  grant: Grant
  containers: Containers
}

const LISTED = [
  'media_type',
  'image_url',
  'video_url',
  'caption',
  'text',
  'alt_text',
  'is_ai_generated',
  'is_carousel_item',
  'children',
  'access_token',
]
const HASHTAGS_MAX = 30
const MENTIONS_MAX = 20
const LINKS_MAX = 5

/** The container that a request asks for, or the refusal. Unknown parameters are ignored, as in the real API; a carousel takes its texts and labels from its own. */
export function readOrder(params: Params, { network, grant, containers }: Parts): Order | Wrong {
  const type = params.get('media_type') ?? ''
  if (!network.mediaTypes.includes(type)) return { what: '2207023' }
  const isChild = params.get('is_carousel_item') === 'true'
  const text = params.get(network.textField) ?? ''
  const alt = params.get('alt_text') ?? ''
  const problem = wrongTexts(network, { text, alt })
  if (problem) return problem
  const options = Object.fromEntries([...params].filter(([name]) => !LISTED.includes(name)))
  const isAiGenerated = network.id === 'instagram' && params.get('is_ai_generated') === 'true'
  const common: Omit<Order, 'kind'> = { isChild, text, alt: '', isAiGenerated, options, children: [], url: null, placement: 'feed' }
  if (type === 'TEXT') {
    return text === '' ? { what: 'parameter', message: '(#100) Param text is required' } : { ...common, kind: 'text' }
  }
  if (type === 'CAROUSEL') {
    const children = readChildren(params, { network, grant, containers })
    return 'what' in children ? children : { ...common, kind: 'carousel', children: children.found }
  }
  const file = readFile(params, { type, network, isChild })
  if ('what' in file) return file
  // Stories show no caption, and only images have alternative texts.
  return { ...common, ...file, text: file.placement === 'story' ? '' : text, alt: file.kind === 'image' ? alt : '' }
}

type FileOrder = Pick<Order, 'kind' | 'placement' | 'url'>

function readFile(params: Params, { type, network, isChild }: { type: string; network: MetaNetwork; isChild: boolean }): FileOrder | Wrong {
  const [image, video] = [params.get('image_url'), params.get('video_url')]
  const isVideo = type === 'VIDEO' || type === 'REELS' || (type === 'STORIES' && image === undefined)
  if (type === 'VIDEO' && network.id === 'instagram' && !isChild) return { what: '2207067' }
  if (isChild && (type === 'REELS' || type === 'STORIES')) return { what: '2207028' }
  const url = isVideo ? video : image
  if (!url) return { what: 'parameter', message: `(#100) The parameter ${isVideo ? 'video_url' : 'image_url'} is required.` }
  // Only addresses of printable ASCII characters are fetched.
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(url) || !URL.canParse(url)) return { what: '2207052' }
  return { kind: isVideo ? 'video' : 'image', placement: type === 'REELS' ? 'reel' : type === 'STORIES' ? 'story' : 'feed', url }
}

/** Items of a carousel: the user's own, ready, and not too many. */
function readChildren(params: Params, { network, grant, containers }: Parts): { found: Container[] } | Wrong {
  const raw = params.get('children') ?? ''
  // A list with commas, or one of JSON.
  const ids = raw
    .replaceAll(/[[\]"\s]/g, '')
    .split(',')
    .filter(Boolean)
  if (ids.length < 2 || ids.length > network.childrenMax || new Set(ids).size !== ids.length) return { what: '2207028' }
  const items = ids.flatMap((id) => containers.find(id, grant) ?? [])
  if (items.length !== ids.length || !items.every(({ isChild }) => isChild)) return { what: '2207028' }
  const states = items.map((child) => containers.statusOf(child))
  if (states.includes('EXPIRED')) return { what: '2207020' }
  if (states.includes('ERROR')) return { what: '2207028' }
  return states.every((state) => state === 'FINISHED') ? { found: items } : { what: '2207027' }
}

function wrongTexts(network: MetaNetwork, { text, alt }: { text: string; alt: string }): Wrong | null {
  if (network.lengthOf(text) > network.textMax) return { what: network.textError }
  if ([...alt].length > network.altMax)
    return { what: 'parameter', message: `(#100) Param alt_text must be at most ${network.altMax} characters long.` }
  const count = (pattern: RegExp) => [...text.matchAll(pattern)].length
  if (network.id === 'instagram') {
    // Unverified: the documentation gives both limits, and an error for the first only.
    return count(/(?<![\p{L}\p{N}_])@[\w.]/gu) > MENTIONS_MAX || count(/#[\p{L}\p{N}_]/gu) > HASHTAGS_MAX ? { what: '2207040' } : null
  }
  const links = text.split(/[\s<>"(),]+/).filter((word) => /^(https?:\/\/|www\.)./i.test(word))
  // Unverified: the documentation gives the name of the error, and not where it is in the answer.
  return new Set(links.map((link) => link.replace(/[.!?:;'\]]+$/, ''))).size > LINKS_MAX
    ? { what: 'parameter', message: `(#100) THREADS_API__LINK_LIMIT_EXCEEDED: at most ${LINKS_MAX} unique links.` }
    : null
}
