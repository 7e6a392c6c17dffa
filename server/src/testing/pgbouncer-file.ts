/**
 * Configuration of a pgbouncer in transaction mode on the loopback interface; `databases` is that section of the file, `own` adds settings.
 */
export function pgbouncerFile(databases: string, own: Readonly<Record<string, string | number>>): string {
  const settings = {
    listen_addr: '127.0.0.1',
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    max_client_conn: 500,
    ...own,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  return ['[databases]', databases, '[pgbouncer]', ...lines, ''].join('\n')
}
