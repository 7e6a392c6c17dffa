import { useSearchParams } from '../app/search-params.ts'
import { TiktokLogin } from '../features/connections/tiktok-login.tsx'

export function TiktokLoginPage() {
  const [search] = useSearchParams()
  return <TiktokLogin force={search.get('force_new') === 'true'} />
}
