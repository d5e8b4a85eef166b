{{header}}
{{module}}
