/* PostgreSQL and its pooler refuse to run as root; benches and drills start them as the product does. */
export { chooseRunner, type Runner } from '../embedded-postgres/run-as.ts'
