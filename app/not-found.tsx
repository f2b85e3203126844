/** For files that are missing; pages lie below a tenant, whose own page says it. Every page carries this along: the framework's is long. */
export default function NotFound() {
  return <h1>404</h1>
}
