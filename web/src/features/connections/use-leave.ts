import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'

/** Navigates to `to` `afterMs` after `isTime` becomes true. */
export function useLeave(isTime: boolean, afterMs: number, to: string = paths.home): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isTime) return
    const timer = setTimeout(() => void navigate(to, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [isTime, afterMs, to, navigate])
}
