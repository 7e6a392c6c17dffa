import { useQuery } from '@tanstack/react-query'
import { orpc } from '../api/client.ts'
import { Link } from '../components/link.tsx'
import { paths } from './paths.ts'
import { usePublicConfig } from './public-config.ts'
import { SandboxLabel } from './sandbox-label.tsx'
import { useMe } from './session.ts'
import styles from './writer-label.module.css'

/** Says in the studio that the sandbox writes for this user, and leads operators to the models on the server's machine. */
export function WriterLabel({ className }: { className?: string }) {
  const { data: me } = useMe()
  if (me?.localModel) return null
  if (!me?.isOperator) return <SandboxLabel className={className} />
  return (
    <SandboxLabel className={className} action={<ModelLink />}>
      The sandbox writes.
    </SandboxLabel>
  )
}

/** Names the proposed model once one is found. */
function ModelLink() {
  const isSandbox = usePublicConfig().sandbox.ai
  const { data } = useQuery(orpc.localModels.find.queryOptions({ enabled: isSandbox, staleTime: Infinity, retry: false }))
  return (
    <Link to={paths.settingsAccounts} className={styles.link}>
      {data?.proposed ? `Use ${data.proposed.model}` : 'Use a model'}
    </Link>
  )
}
