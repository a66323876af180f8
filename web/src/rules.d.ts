// The rules pages, as tools/rules.js makes them while the page is built.
declare module "*.md" {
  const page: { html: string; sections: { anchor: string; level: number; title: string }[] };
  export default page;
}
