import type { UserFilter, ListedUser } from '@ninesixteen/shared/api/operator'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Select } from '../../components/select.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { inFull } from './amounts.ts'
import { UserRow } from './user-row.tsx'
import styles from './operator.module.css'

const FILTERS: { value: UserFilter; label: string }[] = [
  { value: 'people', label: 'All users' },
  { value: 'locked', label: 'Locked' },
  { value: 'demos', label: 'Demos' },
]

function useUsers(search: string, show: UserFilter) {
  return useInfiniteQuery(
    orpc.operator.users.infiniteOptions({
      input: (after: string | undefined) => ({ search, show, ...(after !== undefined && { after }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  )
}

/** Accounts and their usage, searchable by name and address. */
export function UserTable() {
  const [typed, setTyped] = useState('')
  const [show, setShow] = useState<UserFilter>('people')
  const search = useDeferredValue(typed.trim())
  const users = useUsers(search, show)
  const pages = users.data?.pages ?? []
  const items = pages.flatMap((page) => page.items)
  return (
    <Panel title={<Heading total={pages[0]?.total} />} id="operator-people-heading">
      <div className={styles.filters}>
        <TextField
          label="Search users"
          hideLabel
          type="search"
          placeholder="Name or email"
          autoComplete="off"
          value={typed}
          trailing={<Search aria-hidden="true" className={styles.searchIcon} />}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select<UserFilter> label="Show" hideLabel value={show} options={FILTERS} onChange={setShow} />
      </div>
      {users.isPending && <Skeleton height={220} radius="12px" />}
      {users.isError && <Notice kind="bad">{errorText(users.error)}</Notice>}
      {users.isSuccess && items.length === 0 && (
        <EmptyState level={3} ghost="none" title={search === '' ? 'No users' : 'No users found'}>
          {search === '' ? 'Accounts of this kind will appear here.' : `No name or email contains “${search}”.`}
        </EmptyState>
      )}
      {items.length > 0 && <UserRows items={items} busy={users.isPlaceholderData} />}
      {users.hasNextPage && (
        <Button className={styles.more} busy={users.isFetchingNextPage} onClick={() => void users.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Panel>
  )
}

function Heading({ total }: { total: number | undefined }) {
  return <>Users {total !== undefined && <span className={styles.count}>{inFull(total)}</span>}</>
}

function UserRows({ items, busy }: { items: readonly ListedUser[]; busy: boolean }) {
  return (
    <div className={styles.table} aria-busy={busy || undefined}>
      <div className={styles.heads} aria-hidden="true">
        <span>User</span>
        <span>Plan</span>
        <span>AI today / month</span>
        <span>Storage</span>
        <span>Posts</span>
        <span>Last seen</span>
        <span />
      </div>
      <ul className={styles.rows} aria-label="Users">
        {items.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </ul>
    </div>
  )
}
