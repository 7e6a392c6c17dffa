import { and, asc, eq, or, sql } from 'drizzle-orm'
import { PLATFORM_IDS, PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../../db/db.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { projects } from '../../db/schema-projects.ts'
import type { Read } from './read-cells.ts'
import type { TableRow } from './read-table.ts'

/** The user's slideshows and accounts, which rows can name. */
export interface Lookups {
  projects: ProjectLookup[]
  accounts: AccountLookup[]
}

export interface ProjectLookup {
  id: string
  title: string
  contentType: string
  slides: number
}

export interface AccountLookup {
  platform: PlatformId
  accountId: string
  username: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The projects that the rows name, by id or by title, and all accounts. */
export async function readLookups(tx: Tx, userId: string, rows: readonly TableRow[]): Promise<Lookups> {
  const names = rows.flatMap(({ cells }) => [cells.get('project_id') ?? [], cells.get('project') ?? []].flat())
  const ids = [...new Set(names.filter((name) => UUID.test(name)))]
  const named = await tx
    .select({
      id: projects.id,
      title: projects.title,
      contentType: projects.contentType,
      slides: sql<number>`(select count(*)::int from slides where slides.project_id = ${projects.id})`,
    })
    .from(projects)
    .where(
      and(
        eq(projects.userId, userId),
        or(
          sql`${projects.id} = any(${sql.param(ids)}::uuid[])`,
          sql`trim(${projects.title}) = any(${sql.param([...new Set(names)])}::text[])`,
        ),
      ),
    )
  const accounts = await tx
    .select({ platform: socialAccounts.platform, accountId: socialAccounts.accountId, username: socialAccounts.username })
    .from(socialAccounts)
    .where(eq(socialAccounts.userId, userId))
    .orderBy(asc(socialAccounts.createdAt), asc(socialAccounts.id))
  return { projects: named, accounts: accounts.map((account) => ({ ...account, platform: account.platform as PlatformId })) }
}

const fault = (column: string, message: string) => ({ faults: [{ column, message }] })

export function readProject(cells: ReadonlyMap<string, string>, { projects: candidates }: Lookups): Read<ProjectLookup> {
  const [id, name] = [cells.get('project_id'), cells.get('project')]
  const requested = id ?? name
  const column = id === undefined ? 'project' : 'project_id'
  if (requested === undefined) return fault('project', 'There is no slideshow here. Enter its title or id.')
  const byId = candidates.find((project) => project.id === requested.toLowerCase())
  const matches = byId ? [byId] : id === undefined ? candidates.filter((project) => project.title.trim() === requested) : []
  const [project, another] = matches
  if (!project) return fault(column, 'No slideshow has this title or id.')
  if (another) return fault(column, 'Several slideshows have this title. Enter the id of one in project_id.')
  if (project.slides === 0) return fault(column, 'This slideshow has no slides.')
  return { value: project }
}

export function readAccount(cells: ReadonlyMap<string, string>, { accounts }: Lookups): Read<AccountLookup> {
  const named = cells.get('platform')?.toLowerCase()
  const platform = PLATFORM_IDS.find((id) => id === named || PLATFORMS[id].label.toLowerCase() === named)
  if (!platform) return fault('platform', `Write one of ${PLATFORM_IDS.map((id) => PLATFORMS[id].label).join(', ')}.`)
  const { label } = PLATFORMS[platform]
  const candidates = accounts.filter((account) => account.platform === platform)
  const name = cells.get('account')?.replace(/^@/, '').toLowerCase()
  const [only, another] = candidates
  if (!only) return fault('platform', `No ${label} account is connected.`)
  if (name === undefined) {
    return another ? fault('account', `Several ${label} accounts are connected. Enter the name of one.`) : { value: only }
  }
  const match = candidates.find(({ username, accountId }) => username.toLowerCase() === name || accountId.toLowerCase() === name)
  return match ? { value: match } : fault('account', `No ${label} account with this name is connected.`)
}
