import { mkdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PRICE_ID, PRODUCT_ID, type Kinds, type KindName, type Price, type Product } from './objects.ts'

/** Maximum objects of each kind; the oldest go. */
const KEPT = 5_000

type Stored = Kinds[KindName]

const BEGINNING = 1_735_689_600
const COMMON = { created: BEGINNING, livemode: false, metadata: {}, active: true } as const

const PRODUCT: Product = {
  ...COMMON,
  id: PRODUCT_ID,
  object: 'product',
  name: 'Ninesixteen Pro',
  description: 'Everything the studio does',
  default_price: PRICE_ID,
}

const PRICE: Price = {
  ...COMMON,
  id: PRICE_ID,
  object: 'price',
  currency: 'usd',
  unit_amount: 2000,
  product: PRODUCT_ID,
  lookup_key: 'pro_month',
  nickname: null,
  type: 'recurring',
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
}

/** The objects of the sandbox account. With a file they survive restarts, like customers at the real provider. */
export function createStripeObjects(file: string | null) {
  const shelves = new Map<KindName, Map<string, Stored>>()
  const shelf = (kind: KindName) => {
    const existing = shelves.get(kind) ?? new Map<string, Stored>()
    shelves.set(kind, existing)
    return existing
  }
  const store = (object: Stored) => {
    const objects = shelf(object.object)
    objects.set(object.id, object)
    const [oldest] = objects.keys()
    if (objects.size > KEPT && oldest !== undefined) objects.delete(oldest)
  }
  const fill = (objects: readonly Stored[]) => {
    shelves.clear()
    for (const object of objects) store(object)
  }
  const everything = () => [...shelves.values()].flatMap((objects) => [...objects.values()])
  fill(file === null ? [PRODUCT, PRICE] : read(file))
  const { save, written } = file === null ? NOWHERE : saver(file, everything)

  return {
    put<T extends Stored>(object: T): T {
      store(object)
      save()
      return object
    },
    remove(kind: KindName, id: string): void {
      shelf(kind).delete(id)
      save()
    },
    find: <K extends KindName>(kind: K, id: string) => shelf(kind).get(id) as Kinds[K] | undefined,
    /** In the order in which they came. */
    all: <K extends KindName>(kind: K) => [...shelf(kind).values()] as Kinds[K][],
    /** Whatever has this id. */
    any: (id: string): Stored | undefined => [...shelves.values()].map((objects) => objects.get(id)).find((object) => object !== undefined),
    reset() {
      fill([PRODUCT, PRICE])
      save()
    },
    /** Waits until what is in them is in their file, too. */
    written,
  }
}
export type StripeObjects = ReturnType<typeof createStripeObjects>

/** Without a valid file, the account is new. */
function read(file: string): Stored[] {
  try {
    const { objects } = JSON.parse(readFileSync(file, 'utf8')) as { objects: Stored[] }
    return objects.some(({ id }) => id === PRICE_ID) ? objects : [PRODUCT, PRICE, ...objects]
  } catch {
    return [PRODUCT, PRICE]
  }
}

interface Saver {
  save(): void
  written(): Promise<void>
}

const NOWHERE: Saver = { save: () => undefined, written: async () => undefined }

/** Rewrites the file after changes, one write at a time. */
function saver(file: string, everything: () => Stored[]): Saver {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let writing: Promise<void> | null = null
  let isStale = false
  const write = async (): Promise<void> => {
    try {
      while (isStale) {
        isStale = false
        await writeFile(`${file}.part`, JSON.stringify({ objects: everything() }), { mode: 0o600 })
        await rename(`${file}.part`, file)
      }
    } catch (error) {
      process.stderr.write(`The store of the imitated Stripe were not kept: ${String(error)}\n`)
    }
    writing = null
  }
  return {
    save() {
      isStale = true
      writing ??= write()
    },
    written: async () => writing ?? undefined,
  }
}
