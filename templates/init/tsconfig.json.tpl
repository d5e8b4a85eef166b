{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "lib": ["es2023"],
    "types": ["node"],
    "strict": true,
    "skipLibCheck": true,
    "rootDir": {{source}},
    "outDir": "build"
  },
  "include": [{{source}}]
}
